import { sql } from "drizzle-orm";
import type { Database } from "../db/workspace-scope.ts";

/**
 * The largest number of rows of each kind per execution, so that a long history does not delay other work. The next execution
 * deletes the rest.
 */
const ROWS_A_TIME = 20_000;
const SCHEDULED_RUNS = "2 days";
/** The age of an ended invitation at which its address is deleted. Its person never joined, or has an account since. */
const INVITATIONS = "90 days";

/** Deletes rows of all workspaces that are older than the given number of days, and some kinds of rows earlier. */
export async function forgetOldHistory(db: Database, keptDays: number): Promise<void> {
  const age = sql`make_interval(days => ${keptDays})`;
  // The stored counts of a workspace's log include the deleted entries (activity/log-count-queries.ts), so the entries are
  // counted again.
  await db.execute(sql`
    with old as (
      select entry.workspace_id, entry.id from workspaces w cross join lateral (
        select workspace_id, id from activity_logs where workspace_id = w.id and created_at < now() - ${age}
        order by created_at limit ${ROWS_A_TIME}) entry
      limit ${ROWS_A_TIME}
    ), gone as (
      delete from activity_logs using old
      where activity_logs.workspace_id = old.workspace_id and activity_logs.id = old.id
      returning activity_logs.workspace_id
    )
    delete from log_counts where workspace_id in (select workspace_id from gone)`);
  await db.execute(sql`
    delete from article_versions v using (
      select workspace_id, article_id, version from article_versions known
      where created_at < now() - ${age} and exists (
        select from article_versions later where later.workspace_id = known.workspace_id
          and later.article_id = known.article_id and later.version > known.version and later.created_at < now() - ${age})
      limit ${ROWS_A_TIME}) old
    where v.workspace_id = old.workspace_id and v.article_id = old.article_id and v.version = old.version`);
  await db.execute(sql`
    delete from runs where state in ('done', 'failed')
      and finished_at < now() - case when requested_by is null then least(interval '${sql.raw(SCHEDULED_RUNS)}', ${age}) else ${age} end`);
  await db.execute(sql`delete from presences where seen_at < now() - interval '5 minutes'`);
  await db.execute(sql`delete from inbox_assignments where created_at < now() - ${age}`);
  await db.execute(sql`
    delete from invitations where coalesce(ended_at, expires_at) < now() - interval '${sql.raw(INVITATIONS)}'`);
}

/** The product corrects answers in chat for this time (ask/in-chat/chat-answer-queries.ts), so their rows stay as long. */
const ANSWERS_FOLLOWED = "90 days";

/** Deletes old model calls with their costs and rows of answered chat questions, over all workspaces. */
export async function forgetOldModelCalls(db: Database, keptDays: number): Promise<void> {
  const age = sql`make_interval(days => ${keptDays})`;
  await db.execute(sql`
    delete from llm_calls where (workspace_id, id) in (
      select workspace_id, id from llm_calls where created_at < now() - ${age} limit ${ROWS_A_TIME})`);
  await db.execute(sql`
    delete from chat_answers where (workspace_id, id) in (
      select workspace_id, id from chat_answers
      where created_at < now() - greatest(interval '${sql.raw(ANSWERS_FOLLOWED)}', ${age}) limit ${ROWS_A_TIME})`);
}

/** Days of every time zone start at a multiple of this interval, so that figures by day do not change. */
const SUMMED_BY = "15 minutes";
const SUMMED_AFTER = "2 days";

/** Replaces the counts of each quarter of an hour by one row with their sum. */
export async function sumUpAnalyzedMessages(db: Database): Promise<void> {
  const quarter = sql`date_bin('${sql.raw(SUMMED_BY)}', counted_at, 'epoch')`;
  await db.execute(sql`
    with many as (
      select workspace_id, ${quarter} as quarter from analyzed_messages
      where counted_at < now() - interval '${sql.raw(SUMMED_AFTER)}'
      group by 1, 2 having count(*) > 1 limit ${ROWS_A_TIME}
    ), gone as (
      delete from analyzed_messages a using many
      where a.workspace_id = many.workspace_id and a.counted_at >= many.quarter
        and a.counted_at < many.quarter + interval '${sql.raw(SUMMED_BY)}'
      returning a.workspace_id, many.quarter, a.messages
    )
    insert into analyzed_messages (workspace_id, id, messages, counted_at)
    select workspace_id, gen_random_uuid(), sum(messages), quarter from gone group by workspace_id, quarter`);
}
