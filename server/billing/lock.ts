import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../db/workspace-scope.ts";
import { conflict } from "../errors.ts";

const LONGEST_WAIT_MS = 30_000;
const LOOK_AGAIN_MS = 150;

/**
 * Clicks, tabs, events and sweeps that concern one payer take turns, in all processes alike, also while the provider is
 * called: `work` writes with its transaction. Whoever waits holds no connection.
 */
export async function oneByOne<T>(db: Database, key: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (const giveUpAt = Date.now() + LONGEST_WAIT_MS; ; ) {
    const done = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ isMine: boolean }>(sql`
        select pg_try_advisory_xact_lock(hashtextextended(${`payment ${key}`}, 0)) as "isMine",
          set_config('idle_in_transaction_session_timeout', '60s', true)`);
      return rows[0]?.isMine ? { value: await work(tx) } : null;
    });
    if (done) return done.value;
    if (Date.now() > giveUpAt) throw conflict("This is being done already. Look again in a moment.");
    await wait(LOOK_AGAIN_MS);
  }
}

export const keyOfPayer = (customerId: string): string => `payer ${customerId}`;

/** A second turn within one: of the payer, after that of its address. Never the other way round. */
export async function waitForPayer(tx: Transaction, customerId: string): Promise<void> {
  await tx.execute(sql`select set_config('lock_timeout', '30s', true), set_config('statement_timeout', '30s', true)`);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`payment ${keyOfPayer(customerId)}`}, 0))`);
}
