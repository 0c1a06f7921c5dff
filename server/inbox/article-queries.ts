import { and, eq, inArray, sql } from "drizzle-orm";
import type { ArticleText } from "../../shared/domain/article.ts";
import { UNREVIEWED_STATES } from "../db/listed-articles.ts";
import { articles, type CutOut, channels, inboxItems } from "../db/schema.ts";
import { statement } from "../db/statement.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { sourceMessagesOf } from "../library/articles/index.ts";

export type ArticleHead = Awaited<ReturnType<typeof listArticleHeads>>[number];

/** Enough text to judge a draft. */
export const OPENING_CHARACTERS = 300;

interface ShownArticles {
  ids: string[];
  /** Articles whose line shows sentences. */
  withText: string[];
}

/**
 * The columns of an article for a line of the inbox, with its channel's approvals. The whole text, most of a row, is read only if
 * a line shows some of it. The lines of unread articles show the authors of the summary, and sentences that may have been corrected.
 */
export const listArticleHeads = statement((scope: WorkspaceScope, { ids, withText }: ShownArticles) => {
  const { id, summary, body } = articles;
  const isDoubted = sql`(doubted.id is not null or (${inArray(articles.state, UNREVIEWED_STATES)}
    and position('~~' in ${articles.bodyText}) > 0))`;
  const all = sql`${summary} || jsonb_path_query_array(${body}, '$[*].statements[*]')`;
  return scope.tx
    .select({
      id,
      title: articles.title,
      channelName: articles.channelName,
      stateReason: articles.stateReason,
      reasons: sql<string[]>`to_json(${articles.reasons})`,
      form: articles.form,
      summaryText: articles.summaryText,
      keywords: sql<string[]>`to_json(${articles.keywords})`,
      opening: sql<string>`left(${articles.bodyText}, ${OPENING_CHARACTERS})`,
      // The first sentence of what helps: the text often begins with the question, or with a cause that nobody asked for.
      answer: sql<string | null>`left(jsonb_path_query_first(${body},
        '$[*] ? (@.role == "answer" || @.role == "fix" || @.role == "steps").statements[*].text') #>> '{}', ${OPENING_CHARACTERS})`,
      confirmedAt: articles.confirmedAt,
      createdAt: articles.createdAt,
      approvals: channels.approvals,
      text: sql<ArticleText | null>`case when ${id} = any(${withText}::uuid[]) or ${isDoubted}
        then jsonb_build_object('summary', ${summary}, 'body', ${body}) end`,
      saidBy: sourceMessagesOf(scope, {
        articleId: id,
        cites: sql`case when ${isDoubted} then ${all} else ${summary} end`,
        when: sql`${inArray(articles.state, UNREVIEWED_STATES)} and (${summary} <> '[]' or ${isDoubted})`,
      }),
    })
    .from(articles)
    .leftJoin(channels, and(eq(channels.workspaceId, articles.workspaceId), eq(channels.id, articles.channelId)))
    .leftJoin(unreadDoubted(scope), sql`doubted.id = ${id}`)
    .where(and(eq(articles.workspaceId, scope.workspaceId), sql`${id} = any(${ids}::uuid[])`));
});

/**
 * Unread articles with a doubted sentence. Without `offset` PostgreSQL may look into the text of each article of the page instead
 * of the index of doubted ones.
 */
const unreadDoubted = ({
  workspaceId,
}: WorkspaceScope) => sql`(select d.id from articles d where d.workspace_id = ${workspaceId}
  and d.state in ('draft', 'review') and has_doubt(d.summary, d.body) offset 0) as doubted`;

/** Held articles with text of this channel. */
export async function listHeldArticles({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<string[]> {
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

/** The sentences that left articles with deleted messages and wait for a person, by their ids. */
export async function listCutOut({ workspaceId, tx }: WorkspaceScope, ids: string[]): Promise<CutOut[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.execute<{ one: CutOut }>(sql`
    select one from articles a, jsonb_array_elements(a.cut_out) one
    where a.workspace_id = ${workspaceId} and a.cut_out <> '[]' and one ->> 'id' in ${ids}`);
  return rows.map(({ one }) => one);
}

export const findCutOut = async (scope: WorkspaceScope, id: string): Promise<CutOut | null> =>
  (await listCutOut(scope, [id]))[0] ?? null;

/** Marks such a sentence as decided, or as open again. */
export async function storeDecidedAt({ workspaceId, tx }: WorkspaceScope, id: string, at: Date | null): Promise<void> {
  const decided = at ? sql`one || jsonb_build_object('decidedAt', ${at.toISOString()}::text)` : sql`one - 'decidedAt'`;
  await tx.execute(sql`
    update articles set cut_out = (select jsonb_agg(case when one ->> 'id' = ${id} then ${decided} else one end)
      from jsonb_array_elements(cut_out) one)
    where workspace_id = ${workspaceId} and cut_out <> '[]' and cut_out @> ${JSON.stringify([{ id }])}::jsonb`);
}
