import { and, eq, inArray, sql } from "drizzle-orm";
import type { ArticleText } from "../../shared/domain/article.ts";
import { keepRows, versionOfRow } from "../db/kept-rows.ts";
import { UNREVIEWED_STATES } from "../db/listed-articles.ts";
import { articles, type CutOutText, inboxItems } from "../db/schema.ts";
import { prepareStatement } from "../db/statement.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

export type ArticleHead = Awaited<ReturnType<typeof selectArticleHeads>>[number];

/** Enough text to judge a draft. */
export const OPENING_CHARACTERS = 300;

/**
 * The columns of an article for a line of the inbox. The whole text, most of a row, is in it only if the article is unread and
 * sentences may have been corrected.
 */
const selectArticleHeads = prepareStatement(({ workspaceId, tx }: WorkspaceScope, { ids }: { ids: string[] }) => {
  const { id, summary, body, bodyText } = articles;
  const isUnread = inArray(articles.state, UNREVIEWED_STATES);
  const isDoubted = sql`(has_doubt(${summary}, ${body}) or position('~~' in ${bodyText}) > 0)`;
  return tx
    .select({
      id,
      version: versionOfRow(sql`${articles}`),
      title: articles.title,
      channelName: articles.channelName,
      stateReason: articles.stateReason,
      reasons: sql<string[]>`to_json(${articles.reasons})`,
      form: articles.form,
      summaryText: articles.summaryText,
      keywords: sql<string[]>`to_json(${articles.keywords})`,
      opening: sql<string>`left(${bodyText}, ${OPENING_CHARACTERS})`,
      // The first sentence of what helps: the text often begins with the question, or with a cause that nobody asked for.
      answer: sql<string | null>`left(jsonb_path_query_first(${body},
        '$[*] ? (@.role == "answer" || @.role == "fix" || @.role == "steps").statements[*].text') #>> '{}', ${OPENING_CHARACTERS})`,
      confirmedAt: articles.confirmedAt,
      createdAt: articles.createdAt,
      summarySources: sql<string[]>`jsonb_path_query_array(${summary}, '$[*].sources[*]')`,
      doubted: sql<ArticleText | null>`case when ${isUnread} and ${isDoubted} then ${TEXT} end`,
    })
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), sql`${id} = any(${ids}::uuid[])`));
});

const TEXT = sql<ArticleText>`jsonb_build_object('summary', ${articles.summary}, 'body', ${articles.body})`;

const selectArticleTexts = prepareStatement(({ workspaceId, tx }: WorkspaceScope, { ids }: { ids: string[] }) =>
  tx
    .select({ id: articles.id, version: versionOfRow(sql`${articles}`), text: TEXT })
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), sql`${articles.id} = any(${ids}::uuid[])`)),
);

export const listArticleHeads = keepRows(selectArticleHeads);
export const listArticleTexts = keepRows(selectArticleTexts);

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
export async function listCutOut({ workspaceId, tx }: WorkspaceScope, ids: string[]): Promise<CutOutText[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.execute<{ one: CutOutText }>(sql`
    select one from articles a, jsonb_array_elements(a.cut_out) one
    where a.workspace_id = ${workspaceId} and a.cut_out <> '[]' and one ->> 'id' in ${ids}`);
  return rows.map(({ one }) => one);
}

export const findCutOut = async (scope: WorkspaceScope, id: string): Promise<CutOutText | null> =>
  (await listCutOut(scope, [id]))[0] ?? null;

/** Marks such a sentence as decided, or as open again. */
export async function storeCutOutDecision(
  { workspaceId, tx }: WorkspaceScope,
  id: string,
  at: Date | null,
): Promise<void> {
  const decided = at ? sql`one || jsonb_build_object('decidedAt', ${at.toISOString()}::text)` : sql`one - 'decidedAt'`;
  await tx.execute(sql`
    update articles set cut_out = (select jsonb_agg(case when one ->> 'id' = ${id} then ${decided} else one end)
      from jsonb_array_elements(cut_out) one)
    where workspace_id = ${workspaceId} and cut_out <> '[]' and cut_out @> ${JSON.stringify([{ id }])}::jsonb`);
}
