import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { CallClocks } from "../../connectors/call-clocks.ts";
import type { Database } from "../db/workspace-scope.ts";
import type { KeyRing } from "../secrets/key-ring.ts";

const NEVER = sql`'-infinity'::timestamptz`;
const inMs = (ms: number) => sql`make_interval(secs => ${ms / 1000})`;
const msUntil = (moment: ReturnType<typeof sql>) =>
  sql`greatest(0, extract(epoch from greatest(${moment}, clock_timestamp()) - clock_timestamp()) * 1000)::float8`;

/**
 * The longest wait that a platform may request is an hour (`connectors/http.ts`). A later time was written while the database's
 * clock was ahead, and is ignored.
 */
const LONGEST_WAIT = sql`interval '65 minutes'`;
const whereTooFarAhead = (moment: ReturnType<typeof sql>) => sql`${moment} > clock_timestamp() + ${LONGEST_WAIT}`;
const believed = (moment: ReturnType<typeof sql>) =>
  sql`case when ${whereTooFarAhead(moment)} then ${NEVER} else ${moment} end`;

/**
 * Creates clocks for calls to platforms, which limit the calls per credential. All processes of this database share the clocks,
 * by the database's time. Credentials are stored only as an HMAC.
 */
export function createSharedCallClocks(
  db: Database,
  keyRing: Pick<KeyRing, "hmac">,
  log: Pick<Logger, "warn">,
): CallClocks {
  const nameOf = (key: string) => keyRing.hmac(key, "call clock");
  /** Deletes a clock with a wrong time. Returns true if there was one. */
  const forgetWrong = async (name: string): Promise<boolean> => {
    const { rowCount } = await db.execute(sql`
      delete from call_clocks where key = ${name} and ${whereTooFarAhead(sql`greatest(due, paused_until)`)}`);
    if (rowCount) log.warn("A platform's wait was further ahead than any can be: a clock was wrong. It is forgotten");
    return Boolean(rowCount);
  };

  return {
    async book(key, { intervalMs, burstMs, longestWaitMs }) {
      const name = nameOf(key);
      const mine = sql`greatest(paused_until, due - ${inMs(burstMs)})`;
      for (;;) {
        const { rows } = await db.execute<{ waitMs: number }>(sql`
          with before as (select due, paused_until from call_clocks where key = ${name} for update),
          booked as (
            update call_clocks set due = greatest(before.due, clock_timestamp()) + ${inMs(intervalMs)} from before
            where key = ${name}
              and greatest(before.paused_until, before.due - ${inMs(burstMs)}) <= clock_timestamp() + ${inMs(longestWaitMs)})
          select ${msUntil(mine)} as "waitMs" from before`);
        if (rows[0] && (rows[0].waitMs <= longestWaitMs || !(await forgetWrong(name)))) return rows[0].waitMs;
        if (rows[0]) continue;
        await db.execute(sql`
          insert into call_clocks (key, due, paused_until) values (${name}, ${NEVER}, ${NEVER}) on conflict do nothing`);
      }
    },

    async pausedMs(key) {
      const name = nameOf(key);
      const { rows } = await db.execute<{ waitMs: number }>(
        sql`select ${msUntil(sql`paused_until`)} as "waitMs" from call_clocks where key = ${name}`,
      );
      const waitMs = rows[0]?.waitMs ?? 0;
      return waitMs > 0 && (await forgetWrong(name)) ? 0 : waitMs;
    },

    async pause(key, ms, { burstMs }) {
      const until = sql`clock_timestamp() + ${inMs(ms)}`;
      await db.execute(sql`
        insert into call_clocks as kept (key, due, paused_until) values (${nameOf(key)}, ${until} + ${inMs(burstMs)}, ${until})
        on conflict (key) do update set
          due = greatest(${believed(sql`kept.due`)}, excluded.due),
          paused_until = greatest(${believed(sql`kept.paused_until`)}, excluded.paused_until)`);
    },
  };
}

/** Deletes clocks of credentials that are no longer used. */
export async function deleteOldCallClocks(db: Database): Promise<void> {
  await db.execute(sql`
    delete from call_clocks where greatest(due, paused_until) < now() - interval '1 hour'`);
}
