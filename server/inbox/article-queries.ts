import { and, eq, sql } from "drizzle-orm";
import type { ArticleText } from "../../shared/domain/article.ts";
import { articles, channels, inboxItems } from "../db/schema.ts";
import { statement } from "../db/statement.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { sourceMessagesOf } from "../library/articles/index.ts";

export type ArticleHead = Awaited<ReturnType<typeof listHeads>>[number];

/** Enough text to judge a draft. */
export const OPENING_CHARACTERS = 300;

interface ShownArticles {
  ids: string[];
  /** Articles whose line shows sentences. */
  withText: string[];
  /** Articles whose line shows the authors of the summary, and sentences that may have been corrected. */
  withSayings: string[];
}

/**
 * The columns of an article for a line of the inbox, with its channel's approvals. The whole text, most of a row, is read only if
 * a line shows some of it.
 */
export const listHeads = statement((scope: WorkspaceScope, { ids, withText, withSayings }: ShownArticles) => {
  const { id, summary, body } = articles;
  const isUnread = sql`${id} = any(${withSayings}::uuid[])`;
  // An index keeps the doubted articles, so that no text is decompressed to find that nothing in it is doubted.
  const isDoubted = sql`(${isUnread} and ${id} in (select d.id from articles d where d.workspace_id = ${scope.workspaceId}
    and d.state in ('draft', 'review') and has_doubt(d.summary, d.body)))`;
  const whole = sql`jsonb_build_object('summary', ${summary}, 'body', ${body})`;
  const all = sql`${summary} || jsonb_path_query_array(${body}, '$[*].statements[*]')`;
  const cites = sql`case when ${isDoubted} then ${all} else ${summary} end`;
  const showsSayings = sql`${isUnread} and (${summary} <> '[]' or ${isDoubted})`;
  return scope.tx
    .select({
      id,
      title: articles.title,
      channelName: articles.channelName,
      stateReason: articles.stateReason,
      confidence: articles.confidence,
      reasons: articles.reasons,
      form: articles.form,
      summaryText: articles.summaryText,
      opening: sql<string>`left(${articles.bodyText}, ${OPENING_CHARACTERS})`,
      confirmedAt: articles.confirmedAt,
      createdAt: articles.createdAt,
      approvals: channels.approvals,
      text: sql<ArticleText | null>`case when ${id} = any(${withText}::uuid[]) or ${isDoubted} then ${whole} end`,
      saidBy: sourceMessagesOf(scope, { articleId: id, cites, when: showsSayings }),
    })
    .from(articles)
    .leftJoin(channels, and(eq(channels.workspaceId, articles.workspaceId), eq(channels.id, articles.channelId)))
    .where(and(eq(articles.workspaceId, scope.workspaceId), sql`${id} = any(${ids}::uuid[])`));
});

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

/** A newer question about the same subject stays; the old one is not reopened beside it. */
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
