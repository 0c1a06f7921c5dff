import { and, eq, inArray, sql } from "drizzle-orm";
import { articleRechecks, channels, messages, type RecheckCause } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { ChangedMessages } from "../../ingest/index.ts";

export type RecheckRow = typeof articleRechecks.$inferSelect;

const whereOfArticle = ({ workspaceId }: WorkspaceScope, articleId: string) =>
  and(eq(articleRechecks.workspaceId, workspaceId), eq(articleRechecks.articleId, articleId));

/**
 * Deletes the pending recheck of an article whose content was just written from the current conversation. The caller
 * has locked the article.
 */
export async function deleteRecheck(scope: WorkspaceScope, articleId: string): Promise<RecheckRow | null> {
  const [row] = await scope.tx.delete(articleRechecks).where(whereOfArticle(scope, articleId)).returning();
  return row ?? null;
}

export async function findRecheck(scope: WorkspaceScope, articleId: string): Promise<RecheckRow | null> {
  const [row] = await scope.tx.select().from(articleRechecks).where(whereOfArticle(scope, articleId));
  return row ?? null;
}

/**
 * Claims the article that has been due for the longest time, for `leaseSeconds`. Workspaces in `served` are skipped, so
 * that all workspaces are served alternately.
 */
export async function claimRecheck(db: Database, leaseSeconds: number, served: string[]): Promise<RecheckRow | null> {
  const { rows } = await db.execute<{ workspace_id: string; article_id: string }>(sql`
    update article_rechecks set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    where (workspace_id, article_id) = (
      select workspace_id, article_id from article_rechecks
      where next_attempt_at <= now() and workspace_id <> all(${sql.param(served)}::uuid[])
      order by next_attempt_at limit 1 for update skip locked)
    returning workspace_id, article_id`);
  const [row] = rows;
  if (!row) return null;
  const [claimed] = await db
    .select()
    .from(articleRechecks)
    .where(and(eq(articleRechecks.workspaceId, row.workspace_id), eq(articleRechecks.articleId, row.article_id)));
  return claimed ?? null;
}

/** Schedules the next attempt. `counts`: false if the attempt failed for a reason outside the article. */
export async function postponeRecheck(
  scope: WorkspaceScope,
  articleId: string,
  seconds: number,
  { counts }: { counts: boolean },
): Promise<void> {
  await scope.tx
    .update(articleRechecks)
    .set({
      nextAttemptAt: sql`now() + make_interval(secs => ${seconds})`,
      ...(!counts && { attempts: sql`greatest(0, ${articleRechecks.attempts} - 1)` }),
    })
    .where(whereOfArticle(scope, articleId));
}

/** Lists the changed messages with their conversations, by ascending id. */
export async function listChangedMessages(
  { workspaceId, tx }: WorkspaceScope,
  { channelId, externalIds }: ChangedMessages,
) {
  return tx
    .select({
      key: messages.conversationKey,
      deletedAt: messages.deletedAt,
      authorName: messages.authorName,
      channelName: channels.name,
    })
    .from(messages)
    .innerJoin(channels, and(eq(channels.workspaceId, messages.workspaceId), eq(channels.id, messages.channelId)))
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.channelId, channelId),
        inArray(messages.externalId, externalIds),
      ),
    )
    .orderBy(messages.externalId);
}

/** Lists the reasons why articles wait for a recheck. */
export async function listRecheckCauses(
  { workspaceId, tx }: WorkspaceScope,
  articleIds: string[],
): Promise<Map<string, RecheckCause[]>> {
  const rows = await tx
    .select({ articleId: articleRechecks.articleId, causes: articleRechecks.causes })
    .from(articleRechecks)
    .where(and(eq(articleRechecks.workspaceId, workspaceId), inArray(articleRechecks.articleId, articleIds)));
  return new Map(rows.map(({ articleId, causes }) => [articleId, causes]));
}

/** Stores these reasons for a recheck that is due at once. */
export async function storeRecheckCauses(
  { workspaceId, tx }: WorkspaceScope,
  waiting: { articleId: string; causes: RecheckCause[] }[],
): Promise<void> {
  await tx
    .insert(articleRechecks)
    .values(waiting.map((row) => ({ ...row, workspaceId })))
    .onConflictDoUpdate({
      target: [articleRechecks.workspaceId, articleRechecks.articleId],
      set: { causes: sql`excluded.causes`, requestedAt: sql`now()`, attempts: 0, nextAttemptAt: sql`now()` },
    });
}

/**
 * Marks that text was erased, so that the article's pages are updated even if the engine writes the same text again.
 */
export async function markTextErased(scope: WorkspaceScope, articleId: string): Promise<void> {
  await scope.tx.update(articleRechecks).set({ hasErased: true }).where(whereOfArticle(scope, articleId));
}

/**
 * Explains a recheck, like 'A message by Bo was deleted in #help.' Never contains the message's text. Null if no reason
 * is stored.
 */
export function explainRecheck(causes: RecheckCause[]): string | null {
  const sentences = [...Map.groupBy(causes, ({ what, channelName }) => `${what} in #${channelName}`)].map(
    ([how, some]) => {
      const people = [...new Set(some.map(({ authorName }) => authorName))];
      return people.length === 1
        ? `A message by ${people[0]} was ${how}.`
        : `Messages by ${people.slice(0, -1).join(", ")} and ${people.at(-1)} were ${how}.`;
    },
  );
  return sentences.length > 0 ? sentences.join(" ") : null;
}
