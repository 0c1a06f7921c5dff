import pg from "pg";
import type { Logger } from "pino";
import { safeDatabaseError } from "./pool.ts";

/** Names for PostgreSQL's NOTIFY. Every process listens to both: browser events, and enqueued jobs. */
export const NOTIFY_CHANNELS = { events: "lorekeep_events", jobs: "lorekeep_jobs" } as const;

const RECONNECT_MS = 1000;

export interface NotifyListener {
  /** Settings of a direct connection to the database (`toSessionConfig`), never through a connection pooler. */
  connection: pg.ClientConfig;
  channel: keyof typeof NOTIFY_CHANNELS;
  log: Logger;
  onNotification(payload: string): void;
  /** Called after the first connection and after each reconnection, because notifications in between were missed. */
  onConnected?(): void;
}

/**
 * Listens to notifications that transactions send at commit. The listener has its own connection, which is reopened whenever it
 * is lost. Resolves after the first attempt to connect, with a function that stops listening.
 */
export async function listen({
  connection,
  channel,
  log,
  onNotification,
  onConnected,
}: NotifyListener): Promise<() => Promise<void>> {
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
      await next.query(`listen ${NOTIFY_CHANNELS[channel]}`);
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
