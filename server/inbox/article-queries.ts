import { and, eq, sql } from "drizzle-orm";
import { articles, inboxItems } from "../db/schema.ts";
import { statement } from "../db/statement.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

export type ArticleHead = Awaited<ReturnType<typeof listHeads>>[number];

/** Enough of a text to judge a draft by. */
const OPENING_CHARACTERS = 300;

/** Columns of the article that every line of the inbox shows: without the whole text, which is most of a row. */
export const listHeads = statement(({ workspaceId, tx }: WorkspaceScope, { ids }: { ids: string[] }) =>
  tx
    .select({
      id: articles.id,
      title: articles.title,
      channelId: articles.channelId,
      channelName: articles.channelName,
      stateReason: articles.stateReason,
      summaryText: articles.summaryText,
      summary: articles.summary,
      opening: sql<string>`left(${articles.bodyText}, ${OPENING_CHARACTERS})`,
      confirmedAt: articles.confirmedAt,
      createdAt: articles.createdAt,
    })
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), sql`${articles.id} = any(${ids}::uuid[])`)),
);

export type ArticleStatements = Awaited<ReturnType<typeof listStatements>>[number];

/** The sentences of articles, for the lines that show some of them. */
export const listStatements = statement(({ workspaceId, tx }: WorkspaceScope, { ids }: { ids: string[] }) =>
  tx
    .select({ id: articles.id, summary: articles.summary, body: articles.body })
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), sql`${articles.id} = any(${ids}::uuid[])`)),
);

/** Held articles with text of this channel. */
export async function listHeld({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: articles.id })
    .from(articles)
    .where(
      and(
        eq(articles.workspaceId, workspaceId),
        eq(articles.state, "held"),
        sql`(${articles.channelId} = ${channelId} or exists (select from article_sources s
          where s.workspace_id = ${workspaceId} and s.article_id = ${articles.id} and s.channel_id = ${channelId}))`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** A newer question about the same subject stays, and the old one is not reopened beside it. */
export async function reopenItem(
  { workspaceId, tx }: WorkspaceScope,
  itemId: string,
  articleId: string,
): Promise<void> {
  await tx
    .update(inboxItems)
    .set({ state: "open" })
    .where(
      and(
        eq(inboxItems.workspaceId, workspaceId),
        eq(inboxItems.id, itemId),
        sql`not exists (select from inbox_items other where other.workspace_id = ${workspaceId}
          and other.article_id = ${articleId} and other.kind = ${inboxItems.kind}
          and other.subject = ${inboxItems.subject} and other.state = 'open')`,
      ),
    );
}
