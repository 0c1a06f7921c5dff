import pg from "pg";
import { toSessionConfig } from "./pool.ts";
import type { Database } from "./workspace-scope.ts";

/** Locks that end with their process: PostgreSQL frees a lock when the connection closes. */
export interface Locks {
  /** Returns false when another worker holds the lock. */
  tryLock(name: string): Promise<boolean>;
  unlock(name: string): Promise<void>;
  /** Aborted when the connection is lost, because every lock is lost with the connection. */
  readonly lost: AbortSignal;
  close(): Promise<void>;
}

export async function openLocks(db: Database): Promise<Locks> {
  const client = new pg.Client({ ...toSessionConfig(db.$client), application_name: "lorekeep locks" });
  const lost = new AbortController();
  client.on("error", () => lost.abort());
  client.on("end", () => lost.abort());
  await client.connect();
  return {
    async tryLock(name) {
      const { rows } = await client.query<{ got: boolean }>(
        "select pg_try_advisory_lock(hashtextextended($1, 0)) as got",
        [name],
      );
      return rows[0]?.got === true;
    },
    async unlock(name) {
      await client.query("select pg_advisory_unlock(hashtextextended($1, 0))", [name]);
    },
    lost: lost.signal,
    close: () => client.end(),
  };
}

/** Does the work for each item, except those that another worker works on at the moment. */
export async function shareAmongWorkers<T>(
  db: Database,
  items: readonly T[],
  { lockOf, stopping }: { lockOf: (item: T) => string; stopping: AbortSignal },
  work: (item: T, stopping: AbortSignal) => Promise<void>,
): Promise<void> {
  if (items.length === 0) return;
  const locks = await openLocks(db);
  try {
    for (const item of items) {
      if (stopping.aborted) return;
      if (!(await locks.tryLock(lockOf(item)))) continue;
      await work(item, AbortSignal.any([stopping, locks.lost]));
      await locks.unlock(lockOf(item));
    }
  } finally {
    await locks.close();
  }
}
