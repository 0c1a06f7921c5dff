import pg from "pg";
import type { Logger } from "pino";
import { safeDatabaseError } from "./pool.ts";

/** What is announced in the database, and heard by every process: what browsers should know, and that a job has come. */
export const CHANNELS = { events: "lorekeep_events", jobs: "lorekeep_jobs" } as const;

const RECONNECT_MS = 1000;

export interface Listening {
  /** To the database itself, never by a pooler (`sessionOf`). */
  connection: pg.ClientConfig;
  channel: keyof typeof CHANNELS;
  log: Logger;
  onNotification(payload: string): void;
  /** At first and whenever a lost connection is back: what was announced meanwhile was not heard. */
  onConnected?(): void;
}

/**
 * Hears what transactions announce when they commit, on a connection of its own, which is made again whenever it is lost. Resolves once
 * the first try has ended, to the function that ends it.
 */
export async function listen({
  connection,
  channel,
  log,
  onNotification,
  onConnected,
}: Listening): Promise<() => Promise<void>> {
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...connection, application_name: `lorekeep ${channel}`, keepAlive: true });
    client = next;
    const lost = (error?: unknown) => {
      if (client !== next) return;
      client = null;
      next.end().catch(() => undefined);
      if (isStopped) return;
      log.warn(
        { err: error && safeDatabaseError(error), channel },
        "The connection for news is lost; it is made again",
      );
      retry = setTimeout(() => void connect(), RECONNECT_MS);
    };
    next.on("error", lost);
    next.on("end", () => lost());
    next.on("notification", ({ payload }) => onNotification(payload ?? ""));
    try {
      await next.connect();
      await next.query(`listen ${CHANNELS[channel]}`);
    } catch (error) {
      return lost(error);
    }
    if (client === next) onConnected?.();
  }

  await connect();
  return async () => {
    isStopped = true;
    clearTimeout(retry);
    const open = client;
    client = null;
    await open?.end().catch(() => undefined);
  };
}
