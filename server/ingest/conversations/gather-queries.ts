import { sql } from "drizzle-orm";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { lockMessages } from "../messages/store-messages.ts";
import type { TrialMatter } from "../waiting/trial-queries.ts";
import { storeConversationKeys } from "./grouping-queries.ts";
import { storeMatters } from "./reading-queries.ts";

/** A type, because rows of raw queries must be assignable to a record. */
type ConversationOfMessages = {
  id: string | null;
  key: string | null;
  articleId: string | null;
  isEvidence: boolean | null;
  isTaken: boolean;
  size: number;
  here: number;
};

export type MatterConversationOutcome =
  | { kind: "conversation"; id: string }
  /** The messages are in an article's conversation. */
  | { kind: "article"; articleId: string; conversationId: string; isEvidence: boolean }
  /** A message is gone, or a person decided about its conversation. */
  | { kind: "none" };

/**
 * Creates a conversation from a topic (matter) that a model found in a trial. Its messages are taken out of conversations
 * without an article. The other messages of these conversations then belong to no conversation and are read again.
 */
export async function createMatterConversation(
  scope: WorkspaceScope,
  channelId: string,
  matter: TrialMatter,
  foundBy: string,
): Promise<MatterConversationOutcome> {
  await lockMessages(scope, channelId);
  const { messages: ids, ...found } = matter;
  const [key] = ids;
  const homes = await listHomes(scope, channelId, ids);
  const there = homes.reduce((sum, { here }) => sum + here, 0);
  if (key === undefined || there < ids.length || homes.some(({ isTaken }) => isTaken)) return { kind: "none" };
  const [known] = homes.filter(({ articleId }) => articleId !== null).toSorted((a, b) => b.here - a.here);
  if (known?.articleId && known.id)
    return {
      kind: "article",
      articleId: known.articleId,
      conversationId: known.id,
      isEvidence: known.isEvidence === true,
    };
  const [only] = homes;
  const isSame = homes.length === 1 && only?.key === key && only.size === ids.length;
  if (!isSame) {
    await releaseConversations(
      scope,
      channelId,
      homes.flatMap(({ id }) => id ?? []),
    );
    await storeConversationKeys(
      scope,
      channelId,
      ids.map((externalId) => ({ externalId, key })),
    );
  }
  await storeMatters(scope, channelId, [{ key, ...found }], foundBy);
  const { rows } = await scope.tx.execute<{ id: string }>(sql`
    select id from conversations
    where workspace_id = ${scope.workspaceId} and channel_id = ${channelId} and key = ${key}`);
  return rows[0] ? { kind: "conversation", id: rows[0].id } : { kind: "none" };
}

/** Lists the conversations of these messages, and counts the messages without a conversation. */
async function listHomes(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  ids: string[],
): Promise<ConversationOfMessages[]> {
  const { rows } = await tx.execute<ConversationOfMessages>(sql`
    select c.id, c.key, c.article_id as "articleId", c.is_evidence as "isEvidence", count(*)::int as here,
      coalesce(c.removed_up_to is not null or exists (select from inbox_items i
        where i.workspace_id = c.workspace_id and i.conversation_id = c.id), false) as "isTaken",
      (select count(*)::int from messages other where other.workspace_id = ${workspaceId} and other.channel_id = ${channelId}
        and other.conversation_key = c.key and other.deleted_at is null) as size
    from messages m
    left join conversations c on c.workspace_id = m.workspace_id and c.channel_id = m.channel_id and c.key = m.conversation_key
    where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId} and m.deleted_at is null and m.forgotten_at is null
      and m.external_id = any(${sql.param(ids)}::text[])
    group by c.workspace_id, c.id, c.key, c.article_id, c.is_evidence, c.removed_up_to`);
  return rows;
}

async function releaseConversations(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    with released as (
      delete from conversations where workspace_id = ${workspaceId} and id = any(${sql.param(ids)}::uuid[]) returning key
    )
    update messages m set conversation_key = null from released
    where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId} and m.conversation_key = released.key`);
}
