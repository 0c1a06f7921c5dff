import { sql } from "drizzle-orm";
import type { Transaction } from "./workspace-scope.ts";

/** Whoever asks for the same turn waits until this transaction ends, in all processes alike. */
export async function takeTurn(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** False when somebody has this turn; else it is held until this transaction ends. */
export async function tryTurn(tx: Transaction, name: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isMine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isMine"`,
  );
  return rows[0]?.isMine === true;
}

/** How long this transaction may wait, for a turn or between two queries. */
export async function limitWaiting(
  tx: Transaction,
  { turnSeconds, idleSeconds }: { turnSeconds?: number; idleSeconds?: number },
): Promise<void> {
  if (idleSeconds)
    await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', ${`${idleSeconds}s`}, true)`);
  if (turnSeconds)
    await tx.execute(
      sql`select set_config('lock_timeout', ${`${turnSeconds}s`}, true), set_config('statement_timeout', ${`${turnSeconds}s`}, true)`,
    );
}
