import type pg from "pg";

export interface Progress {
  conversations: number;
  articles: number;
  openRuns: number;
  /** The number of unread messages and of undecided conversations. */
  waiting: number;
}

/** Reads the progress. A message without a topic also has a conversation, which is not counted. */
export async function readProgress(pool: pg.Pool, workspaceId: string): Promise<Progress> {
  const { rows } = await pool.query<Progress>(
    `select
      (select count(*)::int from conversations where workspace_id = $1 and settled is distinct from 'nothing') as conversations,
      (select count(*)::int from articles where workspace_id = $1) as articles,
      (select count(*)::int from runs where workspace_id = $1 and state in ('queued', 'running')) as "openRuns",
      (select count(*)::int from conversations where workspace_id = $1 and fingerprint = '')
      + (select count(*)::int from messages where workspace_id = $1 and conversation_key is null and deleted_at is null) as waiting`,
    [workspaceId],
  );
  const [row] = rows;
  if (!row) throw new Error("A count always has its row");
  return row;
}

/**
 * Counts conversations that were decided without an answer of the model. `unread`: single messages that are never sent to the
 * model, such as "joined the channel" and emoji.
 */
export async function countDecidedWithoutModel(
  pool: pg.Pool,
  workspaceId: string,
): Promise<{ decided: number; unread: number }> {
  const { rows } = await pool.query<{ decided: number; unread: number }>(
    `select count(*) filter (where not was_placed or (not was_read and settled <> 'nothing'))::int as decided,
       count(*) filter (where was_placed and not was_read and settled = 'nothing')::int as unread
     from (
       select c.settled, coalesce(c.found_by is not null and c.settled is not null and coalesce(a.engine, 'llm') = 'llm'
           and coalesce(a.form, 'written') = 'written', false) as was_placed,
         exists (select from llm_calls l where l.workspace_id = c.workspace_id and l.outcome = 'ok' and l.purpose = 'find'
           and l.sources && array(select m.external_id from messages m where m.workspace_id = c.workspace_id
             and m.channel_id = c.channel_id and m.conversation_key = c.key)) as was_read
       from conversations c left join articles a on a.workspace_id = c.workspace_id and a.id = c.article_id
       where c.workspace_id = $1 and c.fingerprint <> '') c`,
    [workspaceId],
  );
  return rows[0] ?? { decided: Number.NaN, unread: Number.NaN };
}

/** Counts conversations that were not read, were not written up, still wait or were given up. */
export async function countUnfinished(pool: pg.Pool, workspaceId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select
      (select count(*)::int from messages where workspace_id = $1 and conversation_key is null and deleted_at is null)
      + (select count(*)::int from conversations where workspace_id = $1 and (fingerprint = '' or waits_for is not null))
      + (select count(*)::int from channels where workspace_id = $1 and model_waits is not null)
      + (select count(*)::int from runs where workspace_id = $1 and state <> 'done') as count`,
    [workspaceId],
  );
  return rows[0]?.count ?? Number.NaN;
}

/** A process that is killed within this time after an answer cannot have stored the answer. */
const STORES_WITHIN_MS = 1_000;
/** The delay with which the model's stand-in notices the closed connection of an ended process. */
const NOTICED_WITHIN_MS = 50;

/** The times of the kill signal and of the end of the process, whose connections stay open until it ends. */
export interface Kill {
  sentAt: number;
  endedAt: number;
}

/**
 * Counts questions with more than one complete answer, as the model counted and as the product stored them. An answer that was
 * sent to a worker in its last second, or while the killed worker ends, is `inFlight`: the answer is unavoidably lost with the
 * worker.
 */
export async function countPaidTwice(
  pool: pg.Pool,
  workspaceId: string,
  paid: readonly [question: string, at: number[]][],
  kills: readonly Kill[],
): Promise<{ paidTwice: number; inFlight: number }> {
  const isLost = (at: number) =>
    kills.some(({ sentAt, endedAt }) => at >= sentAt - STORES_WITHIN_MS && at <= endedAt + NOTICED_WITHIN_MS);
  const more = paid.filter(([, at]) => at.length > 1);
  const twice = more.filter(([, at]) => at.slice(0, -1).some((one) => !isLost(one)));
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from (select from llm_calls where workspace_id = $1 and outcome = 'ok'
       group by input_hash having count(*) > 1) twice`,
    [workspaceId],
  );
  return { paidTwice: Math.max(twice.length, rows[0]?.count ?? Number.NaN), inFlight: more.length - twice.length };
}
