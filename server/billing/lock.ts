import { setTimeout as wait } from "node:timers/promises";
import { limitLockWaits, lockUntilCommit, tryLockUntilCommit } from "../db/transaction-locks.ts";
import type { Database, Transaction } from "../db/workspace-scope.ts";
import { conflict } from "../errors.ts";

const MAX_WAIT_MS = 30_000;
const POLL_MS = 150;
const LONGEST_CALL_SECONDS = 60;

/**
 * Runs `work` while no other process changes this payer, even during calls to the provider. `work` writes in the given
 * transaction. Waiting uses no database connection. Throws a conflict after 30 s.
 */
export async function runUnderLock<T>(db: Database, key: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (const giveUpAt = Date.now() + MAX_WAIT_MS; ; ) {
    const done = await db.transaction(async (tx) => {
      if (!(await tryLockUntilCommit(tx, `payment ${key}`))) return null;
      await limitLockWaits(tx, { idleSeconds: LONGEST_CALL_SECONDS });
      return { value: await work(tx) };
    });
    if (done) return done.value;
    if (Date.now() > giveUpAt) throw conflict("This is already in progress. Check again in a moment.");
    await wait(POLL_MS);
  }
}

export const getPayerKey = (customerId: string): string => `payer ${customerId}`;

/**
 * Locks the payer while `runUnderLock` holds the lock of the payer's address. All code locks both in this sequence,
 * which prevents deadlocks.
 */
export async function lockPayerInOrder(tx: Transaction, customerId: string): Promise<void> {
  await limitLockWaits(tx, { lockSeconds: MAX_WAIT_MS / 1000 });
  await lockUntilCommit(tx, `payment ${getPayerKey(customerId)}`);
}
