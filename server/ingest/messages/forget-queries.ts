import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { conversations, messages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

/** Lists messages whose text has to be erased, longest stored first. */
export function listMessagesToForget(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  keepDays: number,
  most: number,
) {
  const { externalId, text, conversationKey, textAt } = messages;
  return tx
    .select({ externalId, text, conversationKey })
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.channelId, channelId),
        isNull(messages.forgottenAt),
        isNull(messages.deletedAt),
        sql`${textAt} < now() - make_interval(days => ${keepDays})`,
      ),
    )
    .orderBy(asc(textAt))
    .limit(most)
    .for("update");
}

export async function markForgotten(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  keepDays: number,
  forgotten: { externalId: string; hash: string }[],
): Promise<void> {
  await tx.execute(sql`
    update messages m set text = '', text_hash = given.hash, forgotten_at = now(), kept_days = ${keepDays}
    from unnest(${sql.param(forgotten.map(({ externalId }) => externalId))}::text[],
      ${sql.param(forgotten.map(({ hash }) => hash))}::text[]) as given (id, hash)
    where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId} and m.external_id = given.id`);
}

/**
 * Deletes fingerprints, because guessed text could be compared with them. Unjudged conversations are judged from the remaining
 * text.
 */
export async function forgetFingerprints(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  keys: string[],
): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .update(conversations)
    .set({ fingerprint: "forgotten" })
    .where(
      and(
        eq(conversations.workspaceId, workspaceId),
        eq(conversations.channelId, channelId),
        inArray(conversations.key, keys),
        ne(conversations.fingerprint, ""),
      ),
    );
}
