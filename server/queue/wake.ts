import pg from "pg";
import type { Logger } from "pino";
import { safeDatabaseError } from "../db/pool.ts";

/** Each enqueue tells it the queue's name when it commits. */
export const WAKE_CHANNEL = "lorekeep_jobs";
const RECONNECT_MS = 1000;

/**
 * Calls `wake` for each job that arrives, with null after a lost connection is back. Only for speed: workers look by
 * themselves now and then. Returns how to stop.
 */
export async function listenForJobs(
  connection: pg.ClientConfig,
  log: Logger,
  wake: (queue: string | null) => void,
): Promise<() => Promise<void>> {
  let client: pg.Client | null = null;
  let again: NodeJS.Timeout | undefined;
  let stopped = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...connection, application_name: "lorekeep queue", keepAlive: true });
    const lost = (error?: Error) => {
      if (stopped || client !== next) return;
      client = null;
      log.warn({ err: safeDatabaseError(error) }, "The queue's wake-up connection is gone; making it again");
      again = setTimeout(retry, RECONNECT_MS);
    };
    next.on("error", lost);
    next.on("end", () => lost());
    next.on("notification", ({ payload }) => wake(payload ?? null));
    client = next;
    await next.connect();
    await next.query(`listen ${WAKE_CHANNEL}`);
    wake(null);
  }

  function retry(): void {
    connect().catch((error: unknown) => {
      client = null;
      if (!stopped) again = setTimeout(retry, RECONNECT_MS);
      log.debug({ err: safeDatabaseError(error) }, "No wake-up connection yet");
    });
  }

  retry();
  return async () => {
    stopped = true;
    clearTimeout(again);
    await client?.end().catch(() => undefined);
  };
}
