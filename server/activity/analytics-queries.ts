import { and, eq, gte, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Analytics, Overview } from "../../shared/contract/activity.ts";
import { type ReaderScope, whereArticleReadable } from "../db/audience.ts";
import { whereArticleListed } from "../db/listed-articles.ts";
import { analyzedMessages, articles, callCount, llmCalls, runs } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { RangeDivision } from "./calendar.ts";

/** The time of the oldest row that the charts show; null for an empty workspace. */
export async function findOldestTime(scope: ReaderScope): Promise<Date | null> {
  const { workspaceId, tx } = scope;
  const { rows } = await tx.execute<{ beginning: string | null }>(sql`
    select least(
      (select min(created_at) from articles where workspace_id = ${workspaceId} and ${whereArticleListed} and ${whereArticleReadable(scope)}),
      (select min(counted_at) from analyzed_messages where workspace_id = ${workspaceId}),
      (select min(created_at) from llm_calls where workspace_id = ${workspaceId})
    ) as beginning`);
  const beginning = rows[0]?.beginning;
  return beginning ? new Date(beginning) : null;
}

export async function readTimeline(
  scope: ReaderScope,
  { starts, bounds }: RangeDivision,
): Promise<Analytics["timeline"]> {
  const { workspaceId, tx } = scope;
  const stepOf = (column: PgColumn) => sql<number>`width_bucket(${column}, ${sql.param(bounds)}::timestamptz[])`;
  const written = await tx
    .select({ step: stepOf(articles.createdAt), sum: sql`count(*)`.mapWith(Number) })
    .from(articles)
    .where(
      and(
        eq(articles.workspaceId, workspaceId),
        whereArticleListed,
        whereArticleReadable(scope),
        whereWithin(articles.createdAt, bounds),
      ),
    )
    .groupBy(sql`1`);
  const analyzed = await tx
    .select({ step: stepOf(analyzedMessages.countedAt), sum: sql`sum(${analyzedMessages.messages})`.mapWith(Number) })
    .from(analyzedMessages)
    .where(and(eq(analyzedMessages.workspaceId, workspaceId), whereWithin(analyzedMessages.countedAt, bounds)))
    .groupBy(sql`1`);
  const spent = await tx
    .select({ step: stepOf(llmCalls.createdAt), sum: sql`sum(${llmCalls.costMicros})`.mapWith(Number) })
    .from(llmCalls)
    .where(and(eq(llmCalls.workspaceId, workspaceId), whereWithin(llmCalls.createdAt, bounds)))
    .groupBy(sql`1`);
  const sumOf = (sums: { step: number; sum: number }[], index: number) =>
    sums.find(({ step }) => step === index + 1)?.sum ?? 0;
  return starts.map((start, index) => ({
    start,
    articles: sumOf(written, index),
    messages: sumOf(analyzed, index),
    costMicros: sumOf(spent, index),
  }));
}

/**
 * Counts only articles that the person may read, because a category or a channel reveals something about its articles.
 */
export const countArticlesByFacet = (scope: ReaderScope, { bounds }: Pick<RangeDivision, "bounds">) =>
  scope.tx
    .select({
      status: articles.status,
      category: articles.category,
      channel: articles.channelName,
      engine: articles.engine,
      count: sql`count(*)`.mapWith(Number),
    })
    .from(articles)
    .where(
      and(
        eq(articles.workspaceId, scope.workspaceId),
        whereArticleListed,
        whereArticleReadable(scope),
        whereWithin(articles.createdAt, bounds),
      ),
    )
    .groupBy(
      sql`grouping sets ((${articles.status}), (${articles.category}), (${articles.channelName}), (${articles.engine}))`,
    )
    .orderBy(sql`count(*) desc`, articles.status, articles.category, articles.channelName, articles.engine);

export async function countArticles(
  scope: ReaderScope,
  division: RangeDivision,
): Promise<Pick<Analytics, "byStatus" | "byCategory" | "byChannel" | "byEngine">> {
  const rows = await countArticlesByFacet(scope, division);
  const namesOf = (column: "status" | "category" | "channel" | "engine") =>
    rows.flatMap((row) => (row[column] === null ? [] : [{ name: row[column], count: row.count }]));
  return {
    byStatus: namesOf("status"),
    byCategory: namesOf("category"),
    byChannel: namesOf("channel"),
    byEngine: namesOf("engine"),
  };
}

export function countModelCalls(
  { workspaceId, tx }: WorkspaceScope,
  { bounds }: RangeDivision,
): Promise<Analytics["byModel"]> {
  return tx
    .select({
      name: llmCalls.model,
      calls: callCount,
      tokens: sql`sum(${llmCalls.inputTokens} + ${llmCalls.outputTokens})`.mapWith(Number),
      costMicros: sql`sum(${llmCalls.costMicros})`.mapWith(Number),
    })
    .from(llmCalls)
    .where(and(eq(llmCalls.workspaceId, workspaceId), whereWithin(llmCalls.createdAt, bounds)))
    .groupBy(llmCalls.model)
    .orderBy(sql`4 desc, 2 desc`, llmCalls.model);
}

export async function readOverview(scope: ReaderScope): Promise<Overview> {
  const { workspaceId, tx } = scope;
  const counted = (condition: SQL) => sql`count(*) filter (where ${condition})`.mapWith(Number);
  const [counts] = await tx
    .select({
      articles: sql`count(*)`.mapWith(Number),
      articlesThisWeek: counted(sql`${articles.createdAt} > now() - interval '7 days'`),
      articlesThisMonth: counted(sql`${articles.createdAt} > now() - interval '30 days'`),
      published: counted(sql`${articles.status} = 'published'`),
      processing: counted(sql`${articles.status} = 'processing'`),
      failed: counted(sql`${articles.status} = 'failed'`),
    })
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), whereArticleListed, whereArticleReadable(scope)));
  const [run] = await tx
    .select({ seconds: sql<number | null>`avg(extract(epoch from ${runs.finishedAt} - ${runs.startedAt}))::float8` })
    .from(runs)
    .where(and(eq(runs.workspaceId, workspaceId), isNotNull(runs.finishedAt)));
  if (!counts || !run) throw new Error("A count always answers one row");
  return { ...counts, averageSeconds: run.seconds };
}

function whereWithin(column: PgColumn, bounds: Date[]): SQL | undefined {
  const [first, last] = [bounds[0], bounds.at(-1)];
  return first && last && and(gte(column, first), lt(column, last));
}
