import { sql } from "drizzle-orm";
import { fromDrizzle } from "pg-boss";
import type { Database, Transaction } from "../db/workspace-scope.ts";
import type { Queue, QueueName } from "./queue.ts";

/** Runs the queue library's statements in this transaction. */
export const bindToTransaction = (tx: Pick<Transaction, "execute">) => fromDrizzle(tx as Transaction, sql);

/** Switches to the database owner's rights and returns the previous role. */
export async function switchToOwnerRole(tx: Pick<Transaction, "execute">): Promise<string> {
  const { rows } = await tx.execute<{ role: string }>(
    sql`select current_setting('role') as role, set_config('role', 'none', true)`,
  );
  return rows[0]?.role ?? "none";
}

/** Restores the role, and notifies the listeners of the channel at commit. */
export async function restoreRole(
  tx: Pick<Transaction, "execute">,
  role: string,
  { channel, queue }: { channel: string; queue: QueueName },
): Promise<void> {
  await tx.execute(sql`select set_config('role', ${role}, true), pg_notify(${channel}, ${queue})`);
}

/**
 * Prevents the waiting job with this key from starting before this transaction ends, so that the job sees the rows that the
 * transaction wrote. Several transactions may do so at once. Returns false if no job waits.
 */
export async function keepJobWaiting(
  tx: Pick<Transaction, "execute">,
  queue: QueueName,
  key: string,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from pgboss.job where name = ${queue} and singleton_key = ${key} and state = 'created' for share`);
  return rows.length > 0;
}

/** Makes a job that waits for a later time due now. */
export async function makeJobDue(tx: Pick<Transaction, "execute">, queue: QueueName, key: string): Promise<void> {
  await tx.execute(sql`
    update pgboss.job set start_after = now()
    where name = ${queue} and singleton_key = ${key} and state = 'created' and start_after > now()`);
}

/** The queue library's message for a job whose worker no longer sends heartbeats. */
const NO_HEARTBEAT = "job heartbeat timeout";

/** Returns the states of jobs by key. Leaves out keys whose job is done or does not exist. */
export async function readJobStates(db: Database, queue: QueueName, keys: string[]): ReturnType<Queue["lookUp"]> {
  const { rows } = await db.execute<{ key: string; live: boolean; failed: boolean; died: boolean }>(sql`
    select singleton_key as key, bool_or(state < 'completed') as live,
      (array_agg(state order by created_on desc, completed_on desc))[1] = 'failed' as failed,
      (array_agg(coalesce(output #>> '{value,message}' = ${NO_HEARTBEAT}, false)
        order by created_on desc, completed_on desc))[1] as died
    from pgboss.job where name = ${queue} and singleton_key in ${keys.length ? keys : [""]} group by 1`);
  const found = rows.filter(({ live, failed }) => live || failed);
  return new Map(found.map(({ key, live, died }) => [key, live ? "live" : died ? "died" : "given-up"] as const));
}

export async function countWaiting(db: Database): Promise<Map<QueueName, number>> {
  const { rows } = await db.execute<{ name: QueueName; count: number }>(
    sql`select name, count(*)::int as count from pgboss.job where state < 'completed' group by name`,
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/** Returns the number of the workspace's waiting and running jobs, and the age of the oldest job. */
export async function countWaitingJobs(
  db: Database,
  queue: QueueName,
  workspaceId: string,
): Promise<{ count: number; oldestSeconds: number | null }> {
  const { rows } = await db.execute<{ count: number; oldestSeconds: number | null }>(sql`
    select count(*)::int as count, extract(epoch from now() - min(created_on))::float8 as "oldestSeconds"
    from pgboss.job where name = ${queue} and state < 'completed' and data ->> 'workspaceId' = ${workspaceId}`);
  return rows[0] ?? { count: 0, oldestSeconds: null };
}
