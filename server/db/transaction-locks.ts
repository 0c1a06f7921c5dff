import { sql } from "drizzle-orm";
import type { Transaction } from "./workspace-scope.ts";

/**
 * Takes the lock with this name, across processes, until the transaction ends. Waits while another transaction has the lock.
 */
export async function lockUntilCommit(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Returns false if another transaction has this lock; otherwise holds the lock until the transaction ends. */
export async function tryLockUntilCommit(tx: Transaction, name: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isMine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isMine"`,
  );
  return rows[0]?.isMine === true;
}

/** Limits how long this transaction may wait for a lock, or stay idle between two queries. */
export async function limitLockWaits(
  tx: Transaction,
  { lockSeconds, idleSeconds }: { lockSeconds?: number; idleSeconds?: number },
): Promise<void> {
  if (idleSeconds)
    await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', ${`${idleSeconds}s`}, true)`);
  if (lockSeconds)
    await tx.execute(
      sql`select set_config('lock_timeout', ${`${lockSeconds}s`}, true), set_config('statement_timeout', ${`${lockSeconds}s`}, true)`,
    );
}
