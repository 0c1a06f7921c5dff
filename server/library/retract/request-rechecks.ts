import { and, eq, inArray, sql } from "drizzle-orm";
import {
  articleRechecks,
  articleSources,
  articles,
  channels,
  conversations,
  messages,
  type RecheckCause,
} from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { ChangedMessages } from "../../ingest/index.ts";

/** A history that names more than this many people helps nobody. */
const MOST_CAUSES = 10;

/**
 * Marks the conversations of these messages to be judged again, and the articles that stand on them or were written from
 * them to be checked. Answers these articles' ids; they are locked until the transaction ends.
 */
export async function requestRechecks(scope: WorkspaceScope, changes: ChangedMessages): Promise<string[]> {
  const { workspaceId, tx } = scope;
  const changed = await listChanged(scope, changes);
  const keys = [...new Set(changed.flatMap(({ key }) => key ?? []))];
  const judged = keys.length ? await judgeAgain(scope, changes.channelId, keys) : [];
  const standing = await tx
    .selectDistinct({ articleId: articleSources.articleId })
    .from(articleSources)
    .where(
      and(
        eq(articleSources.workspaceId, workspaceId),
        eq(articleSources.channelId, changes.channelId),
        inArray(articleSources.messageExternalId, changes.externalIds),
      ),
    );
  const wanted = [...new Set([...judged, ...standing].flatMap(({ articleId }) => articleId ?? []))];
  if (wanted.length === 0) return [];
  const locked = await lockArticles(scope, wanted);
  const causes = changed.map(({ deletedAt, authorName, channelName }): RecheckCause => {
    return { what: deletedAt ? "deleted" : "edited", authorName, channelName };
  });
  await addCauses(scope, locked, causes);
  return locked;
}

/** Adds to what waits already, or makes it wait; due at once. The articles are locked. */
export async function addCauses(
  { workspaceId, tx }: WorkspaceScope,
  articleIds: string[],
  causes: RecheckCause[],
): Promise<void> {
  if (articleIds.length === 0) return;
  const waiting = await tx
    .select({ articleId: articleRechecks.articleId, causes: articleRechecks.causes })
    .from(articleRechecks)
    .where(and(eq(articleRechecks.workspaceId, workspaceId), inArray(articleRechecks.articleId, articleIds)));
  const known = new Map(waiting.map((row) => [row.articleId, row.causes]));
  await tx
    .insert(articleRechecks)
    .values(
      articleIds.map((articleId) => ({
        workspaceId,
        articleId,
        causes: distinct([...(known.get(articleId) ?? []), ...causes]),
      })),
    )
    .onConflictDoUpdate({
      target: [articleRechecks.workspaceId, articleRechecks.articleId],
      set: {
        causes: sql`excluded.causes`,
        requestedAt: sql`now()`,
        attempts: 0,
        nextAttemptAt: sql`now()`,
      },
    });
}

async function listChanged({ workspaceId, tx }: WorkspaceScope, { channelId, externalIds }: ChangedMessages) {
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

/** An empty fingerprint is equal to none: the conversation is judged in the next analysis too. */
async function judgeAgain({ workspaceId, tx }: WorkspaceScope, channelId: string, keys: string[]) {
  return tx
    .update(conversations)
    .set({ fingerprint: "" })
    .where(
      and(
        eq(conversations.workspaceId, workspaceId),
        eq(conversations.channelId, channelId),
        inArray(conversations.key, keys),
      ),
    )
    .returning({ articleId: conversations.articleId });
}

/** In the order of their ids, so that two transactions never wait for each other. */
export async function lockArticles({ workspaceId, tx }: WorkspaceScope, ids: string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: articles.id })
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), inArray(articles.id, ids)))
    .orderBy(articles.id)
    .for("update");
  return rows.map(({ id }) => id);
}

function distinct(causes: RecheckCause[]): RecheckCause[] {
  const seen = new Map(causes.map((cause) => [`${cause.what} ${cause.channelName} ${cause.authorName}`, cause]));
  return [...seen.values()].slice(0, MOST_CAUSES);
}
