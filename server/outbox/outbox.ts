import { setTimeout as sleep } from "node:timers/promises";
import { ConnectorError, hadNoEffect, RateLimited } from "../../connectors/errors.ts";
import { safeDatabaseError } from "../db/pool.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { CannotDecrypt } from "../secrets/key-ring.ts";

/** A row with a message to send. `attempts` counts the row's claims and is also the fence. */
export interface OutboxRow {
  id: string;
  attempts: number;
  /** The time of a call whose outcome is not stored yet; otherwise null. */
  intentAt: Date | null;
  createdAt: Date;
}

/** The columns that every outbox has. */
export interface OutboxColumns {
  intentAt?: Date | null;
  nextAttemptAt?: Date;
}

export interface Outbox<Row extends OutboxRow> {
  /** The row's name in the log, at the beginning of a sentence. */
  name: string;
  leaseSeconds: number;
  longestPauseSeconds: number;
  /** The number of rows that a process works on at the same time; one by default. */
  atOnce?: number;
  /** Claims the row that has been due for the longest time, of any workspace; null if no row is due. */
  claim(leaseSeconds: number): Promise<Row | null>;
  /**
   * Works on a row. `signal` is aborted shortly before the lease ends, because another worker may then claim the row.
   */
  work(row: Row, signal: AbortSignal): Promise<unknown>;
  /** False if the failed call may be repeated at once, because a repetition cannot send the message twice. */
  opensOutcome(row: Row): boolean;
  /** Stores the result of a failure: usually `retry`, or the end of the row. */
  fail(row: Row, failure: DeliveryFailure): Promise<unknown>;
}

export interface DeliveryFailure {
  error: unknown;
  /** The platform's refusal, if no retry can help. A revoked token does not count, because a person may replace it. */
  refusal: ConnectorError | null;
  retry: OutboxColumns & { nextAttemptAt: Date };
}

/** The interval at which newly due rows are claimed while others are being processed. */
const POLL_MS = 1_000;
/** The longest time by which a platform's clock may be behind ours. */
const CLOCK_SKEW_MS = 5 * 60_000;

/**
 * Works on due rows until no row is due. Any number of workers may do so at the same time. If a failure cannot be
 * stored, claims no more rows, and throws that error at the end.
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
    } else if (inHand.size > 0) await Promise.race([...inHand, sleep(POLL_MS)]);
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
    const isExpected = error instanceof ConnectorError || error instanceof AppError || error instanceof CannotDecrypt;
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
    // If a call's outcome was unknown before this attempt, it stays unknown: the attempt may have failed before it
    // searched for the message.
    ...(isCertain && row.intentAt === null && { intentAt: null }),
  };
}

/** The steps of a delivery. `Change`: columns of the row, including those of `OutboxColumns`. */
export interface DeliverySteps<Message, Change> {
  /** The seconds after which a call has certainly arrived or failed. */
  waitSeconds: number;
  /**
   * Searches the platform for a message that an earlier call sent after `since`, and returns the change to store; null
   * if no message arrived. `lookUp` is null if the platform offers no search. A call with an unknown outcome then
   * counts as arrived and is not repeated.
   */
  lookUp: ((since: Date) => Promise<Change | null>) | null;
  /**
   * Returns the message to send; null if the message is no longer wanted. Returns 'later' if this function postponed
   * the row.
   */
  compose(): Promise<Message | null | "later">;
  /** Sends the message and returns the change to store. */
  send(message: Message): Promise<Change>;
  /** Stores a change. Returns false, and writes nothing, if another worker has claimed the row since. */
  store(change: Change | OutboxColumns): Promise<boolean>;
  /** The change that ends a row whose message is no longer wanted. */
  unwanted: Change;
}

/**
 * Sends a claimed row's message exactly once. Commits the intent before the call. After a call with an unknown outcome,
 * waits and searches for the message before another call. Returns the sent message; null if this attempt sent none.
 */
export async function deliverOnce<Message, Change>(
  { intentAt, createdAt }: OutboxRow,
  { waitSeconds, lookUp, compose, send, store, unwanted }: DeliverySteps<Message, Change>,
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
