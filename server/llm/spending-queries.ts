import { sql } from "drizzle-orm";
import { type ReaderScope, whereArticleReadable, whereChannelReadable } from "../db/audience.ts";
import {
  articleSources,
  articles,
  channels,
  chatIntegrations,
  conversations,
  llmCalls,
  messages,
} from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

/** A type, because rows of raw queries must be assignable to a record. */
export type SpendingRow = { id: string | null; name: string; calls: number; tokens: number; micros: number };

const MOST_ROWS = 200;
const sums = sql`count(distinct coalesce(c.call_id, c.id))::int as calls, sum(c.input_tokens + c.output_tokens)::float8 as tokens,
  sum(c.cost_micros)::float8 as micros`;

const whereWithinDays = ({ workspaceId }: WorkspaceScope, days: number) =>
  sql`c.workspace_id = ${workspaceId} and c.created_at > now() - make_interval(days => ${days})`;

export async function listSpendingByModel(scope: WorkspaceScope, days: number): Promise<SpendingRow[]> {
  const { rows } = await scope.tx.execute<SpendingRow>(sql`
    select null as id, c.model || ' at ' || c.provider as name, ${sums} from ${llmCalls} c
    where ${whereWithinDays(scope, days)} group by 2 order by micros desc, 2 limit ${MOST_ROWS}`);
  return rows;
}

export async function listSpendingByPurpose(scope: WorkspaceScope, days: number): Promise<SpendingRow[]> {
  const { rows } = await scope.tx.execute<SpendingRow>(sql`
    select c.purpose as id, c.purpose as name, ${sums} from ${llmCalls} c
    where ${whereWithinDays(scope, days)} group by 1, 2 order by micros desc, 2 limit ${MOST_ROWS}`);
  return rows;
}

export async function listSpendingByDay(
  scope: WorkspaceScope,
  days: number,
): Promise<{ day: string; micros: number }[]> {
  const { rows } = await scope.tx.execute<{ day: string; micros: number }>(sql`
    select to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(c.cost_micros)::float8 as micros
    from ${llmCalls} c where ${whereWithinDays(scope, days)} group by 1 order by 1`);
  return rows;
}

/** SQL: channels that the reader may not read get no row (decision 073). */
const channelOf = (scope: ReaderScope) => sql`
  left join ${channels} ch on ch.workspace_id = ${scope.workspaceId} and ch.id = c.channel_id
    and ${whereChannelReadable(scope, sql`ch.id`)}`;

export async function listSpendingByChannel(scope: ReaderScope, days: number): Promise<SpendingRow[]> {
  const { rows } = await scope.tx.execute<SpendingRow>(sql`
    select ch.id::text as id, coalesce('#' || ch.name, 'Other') as name, ${sums}
    from ${llmCalls} c ${channelOf(scope)}
    where ${whereWithinDays(scope, days)} group by 1, 2 order by micros desc, 2 limit ${MOST_ROWS}`);
  return rows;
}

/**
 * Lists the spending by article. A call for writing or checking counts for the article of its channel that cites most of its
 * messages. The channel matters, because message ids are unique only within a channel.
 */
export async function listSpendingByArticle(scope: ReaderScope, days: number): Promise<SpendingRow[]> {
  const { workspaceId } = scope;
  const { rows } = await scope.tx.execute<SpendingRow>(sql`
    select a.id::text as id, a.title as name, ${sums} from ${llmCalls} c
    join lateral (select s.article_id from ${articleSources} s
      join ${articles} o on o.workspace_id = s.workspace_id and o.id = s.article_id
      where s.workspace_id = ${workspaceId} and s.message_external_id = any(c.sources)
        and coalesce(s.channel_id, o.channel_id) = c.channel_id
      group by s.article_id order by count(*) desc, s.article_id limit 1) s on true
    join ${articles} a on a.workspace_id = ${workspaceId} and a.id = s.article_id
    where ${whereWithinDays(scope, days)} and ${whereArticleReadable(scope, sql`a.id`)} and c.purpose not in ('find', 'judge', 'answer', 'follow-up')
    group by 1, 2 order by micros desc, 2 limit ${MOST_ROWS}`);
  return rows;
}

export type SpendingLine = SpendingRow & { day: string; purpose: string; model: string; channel: string };

export async function listSpendingLines(scope: ReaderScope, days: number): Promise<SpendingLine[]> {
  const { rows } = await scope.tx.execute<SpendingLine>(sql`
    select to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, c.purpose, c.model || ' at ' || c.provider as model,
      coalesce('#' || ch.name, '') as channel, ${sums}
    from ${llmCalls} c ${channelOf(scope)}
    where ${whereWithinDays(scope, days)} group by 1, 2, 3, 4 order by 1, 2, 3, 4 limit 50000`);
  return rows;
}

/** Counts readable messages of one channel or of all channels. */
export async function countMessages(scope: ReaderScope, channelId: string | null): Promise<number> {
  const { rows } = await scope.tx.execute<{ count: number }>(sql`
    select count(*)::int as count from ${messages} m where m.workspace_id = ${scope.workspaceId}
      and ${whereChannelReadable(scope, sql`m.channel_id`)}
      and (${channelId}::uuid is null or m.channel_id = ${channelId}::uuid)`);
  return rows[0]?.count ?? 0;
}

/**
 * Counts the messages that the test of all active channels reads with a model: unread stored messages and the newest messages
 * of each platform. Leaves out channels that are never sent to a model.
 */
export async function countMessagesForChannelTest(scope: ReaderScope, newest: number): Promise<number> {
  const { workspaceId } = scope;
  const { rows } = await scope.tx.execute<{ count: number }>(sql`
    select (count(*) * ${newest}::int + coalesce(sum(u.unread), 0))::int as count from ${channels} ch
    cross join lateral (select count(*) as unread from ${messages} m where m.workspace_id = ${workspaceId}
      and m.channel_id = ch.id and m.conversation_key is null and m.deleted_at is null and m.forgotten_at is null) u
    left join ${chatIntegrations} i on i.workspace_id = ch.workspace_id and i.id = ch.integration_id
    where ch.workspace_id = ${workspaceId} and ch.is_active and coalesce(i.is_active, true) and not ch.never_to_model
      and ${whereChannelReadable(scope, sql`ch.id`)}`);
  return rows[0]?.count ?? 0;
}

/** Counts articles that a model may write, one article or all readable articles, and the messages of their conversations. */
export async function countWritableArticles(
  scope: ReaderScope,
  articleId: string | null,
): Promise<{ articles: number; messages: number }> {
  const { workspaceId } = scope;
  const { rows } = await scope.tx.execute<{ articles: number; messages: number }>(sql`
    select count(distinct a.id)::int as articles, coalesce(sum(c.message_count), 0)::int as messages from ${articles} a
    join ${conversations} c on c.workspace_id = a.workspace_id and c.article_id = a.id and not c.is_evidence
    join ${channels} ch on ch.workspace_id = c.workspace_id and ch.id = c.channel_id and not ch.never_to_model
    where a.workspace_id = ${workspaceId} and (${articleId}::uuid is null or a.id = ${articleId}::uuid)
      and ${whereArticleReadable(scope, sql`a.id`)}`);
  return rows[0] ?? { articles: 0, messages: 0 };
}
