import { setTimeout as sleep } from "node:timers/promises";
import { ConnectorError, hadNoEffect, RateLimited } from "../../connectors/errors.ts";
import { safeDatabaseError } from "../db/pool.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { CannotOpen } from "../secrets/key-ring.ts";

/** A row with something to send. `attempts` counts its claims, and is the fence of what a claim writes. */
export interface OutboxRow {
  id: string;
  attempts: number;
  /** When a call went out whose outcome is not stored yet. */
  intentAt: Date | null;
  createdAt: Date;
}

/** Columns of every outbox. */
export interface OutboxTimes {
  intentAt?: Date | null;
  nextAttemptAt?: Date;
}

export interface Outbox<Row extends OutboxRow> {
  /** Names a row in the log, as the beginning of a sentence. */
  name: string;
  leaseSeconds: number;
  longestPauseSeconds: number;
  /** Rows that one process works on at the same time; one when absent. */
  atOnce?: number;
  /** Claims, over all workspaces, the row that is due longest; null when none is. */
  claim(leaseSeconds: number): Promise<Row | null>;
  /** `signal` ends before the lease does, when another worker may claim the row. */
  work(row: Row, signal: AbortSignal): Promise<unknown>;
  /** False where the failed call may be repeated at once: it cannot send twice, or is never repeated. */
  opensOutcome(row: Row): boolean;
  /** Stores what follows from a failure: usually `retry`, or the end of the row. */
  fail(row: Row, failure: DeliveryFailure): Promise<unknown>;
}

export interface DeliveryFailure {
  error: unknown;
  /** The platform's refusal if no retry can help. A revoked token may be replaced, so it is none. */
  refusal: ConnectorError | null;
  retry: OutboxTimes & { nextAttemptAt: Date };
}

/** The interval for claiming newly due rows while others are still in work. */
const LOOK_AGAIN_MS = 1_000;
/** The most by which a platform's clock may lag behind ours. */
const CLOCK_SKEW_MS = 5 * 60_000;

/**
 * Works on due rows until none is left; any number of workers do so side by side. When storing a failure fails, no more
 * rows are claimed, and that error is thrown at the end.
 */
export async function processOutbox<Row extends OutboxRow>(
  deps: Pick<Deps, "log">,
  outbox: Outbox<Row>,
  signal: AbortSignal,
): Promise<void> {
  const { atOnce = 1, leaseSeconds } = outbox;
  const inHand = new Set<Promise<void>>();
  const errors: unknown[] = [];
  while (!signal.aborted && errors.length === 0) {
    const row = inHand.size < atOnce ? await outbox.claim(leaseSeconds) : null;
    if (row) {
      const one = attempt(deps, outbox, row, signal)
        .catch((error: unknown) => void errors.push(error))
        .finally(() => inHand.delete(one));
      inHand.add(one);
    } else if (inHand.size > 0) await Promise.race([...inHand, sleep(LOOK_AGAIN_MS)]);
    else return;
  }
  await Promise.all(inHand);
  if (errors.length > 0) throw errors[0];
}

async function attempt<Row extends OutboxRow>(
  { log }: Pick<Deps, "log">,
  outbox: Outbox<Row>,
  row: Row,
  signal: AbortSignal,
): Promise<void> {
  try {
    await outbox.work(row, AbortSignal.any([signal, AbortSignal.timeout(outbox.leaseSeconds * 750)]));
  } catch (error) {
    const isExpected = error instanceof ConnectorError || error instanceof AppError || error instanceof CannotOpen;
    if (!isExpected) log.warn({ err: safeDatabaseError(error), row: row.id }, `${outbox.name} waits after a failure`);
    await outbox.fail(row, { error, refusal: refusalOf(error), retry: retryOf(outbox, row, error) });
  }
}

const refusalOf = (error: unknown): ConnectorError | null =>
  error instanceof ConnectorError && !["rate-limited", "unreachable", "credentials-rejected"].includes(error.code)
    ? error
    : null;

function retryOf<Row extends OutboxRow>(outbox: Outbox<Row>, row: Row, error: unknown): DeliveryFailure["retry"] {
  const { leaseSeconds, longestPauseSeconds } = outbox;
  const pauseMs =
    error instanceof RateLimited
      ? error.retryAfterMs
      : Math.min(longestPauseSeconds, 2 ** Math.min(row.attempts, 12)) * 1000;
  const isCertain = hadNoEffect(error);
  const openMs = outbox.opensOutcome(row) && !isCertain ? leaseSeconds * 1000 : 0;
  return {
    nextAttemptAt: new Date(Date.now() + Math.max(pauseMs, openMs)),
    // An outcome that was open before this attempt is still open: it may have failed before the look-up.
    ...(isCertain && row.intentAt === null && { intentAt: null }),
  };
}

/** `Change`: columns of the row, those of `OutboxTimes` among them. */
export interface Delivery<Message, Change> {
  /** Seconds after which a call has landed or failed. */
  waitSeconds: number;
  /**
   * Finds what an earlier call sent after `since`. Returns what to store of it; null when nothing arrived. Null where the
   * platform cannot be asked: an open call then counts as arrived, and nothing is sent again.
   */
  lookUp: ((since: Date) => Promise<Change | null>) | null;
  /** Returns what to send; null when nobody wants it any more; `later` when it stored itself when to ask again. */
  compose(): Promise<Message | null | "later">;
  /** Sends it, and returns what to store of it. */
  send(message: Message): Promise<Change>;
  /** Returns false, and writes nothing, when another worker has claimed the row since. */
  store(change: Change | OutboxTimes): Promise<boolean>;
  /** Ends the row without sending. */
  unwanted: Change;
}

/**
 * Sends what a claimed row asks for exactly once: the intent is committed before the call, and a call with an open
 * outcome is waited out and looked up before another one. Returns what was sent; null when this attempt sent nothing.
 */
export async function deliverOnce<Message, Change>(
  { intentAt, createdAt }: OutboxRow,
  { waitSeconds, lookUp, compose, send, store, unwanted }: Delivery<Message, Change>,
): Promise<{ message: Message; change: Change } | null> {
  if (intentAt && !lookUp) {
    await store(unwanted);
    return null;
  }
  if (intentAt && lookUp) {
    const openUntil = intentAt.getTime() + waitSeconds * 1000;
    if (Date.now() < openUntil) {
      await store({ nextAttemptAt: new Date(openUntil) });
      return null;
    }
    const found = await lookUp(new Date(createdAt.getTime() - CLOCK_SKEW_MS));
    if (found !== null) {
      await store({ ...found, intentAt: null });
      return null;
    }
  }
  const message = await compose();
  if (message === "later") return null;
  if (message === null) {
    await store(unwanted);
    return null;
  }
  if (!(await store({ intentAt: new Date() }))) return null;
  const change = await send(message);
  await store({ ...change, intentAt: null });
  return { message, change };
}
