import { sql } from "drizzle-orm";
import pg from "pg";
import type { Logger } from "pino";
import type { LiveEvent } from "../../shared/contract/events.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

const CHANNEL = "lorekeep_events";
const RECONNECT_MS = 1000;

export interface LiveEvents {
  /** Part of the transaction: delivered to every process when it commits, never when it does not. */
  notify(scope: WorkspaceScope, event: LiveEvent): Promise<void>;
  /** Returns the function that ends it. */
  subscribe(workspaceId: string, listener: (event: LiveEvent) => void): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** One connection of its own LISTENs and comes back when the database does; what was sent meanwhile is lost (a browser reads again on reconnect). */
export function createLiveEvents(pool: pg.Pool, log: Logger): LiveEvents {
  const listeners = new Map<string, Set<(event: LiveEvent) => void>>();
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = true;

  async function connect(): Promise<void> {
    const next = new pg.Client(pool.options);
    const lost = (error?: Error) => {
      if (client !== next) return;
      client = null;
      if (isStopped) return;
      log.warn({ err: error }, "The connection for live events is lost; it is made again");
      reconnectSoon();
    };
    next.on("error", lost);
    next.on("end", () => lost());
    next.on("notification", ({ payload }) => deliver(payload ?? ""));
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    if (isStopped) return void next.end().catch(() => {});
    client = next;
  }

  function reconnectSoon(): void {
    clearTimeout(retry);
    retry = setTimeout(() => {
      connect().catch(() => {
        if (!isStopped) reconnectSoon();
      });
    }, RECONNECT_MS);
  }

  function deliver(payload: string): void {
    const { workspaceId, event } = JSON.parse(payload) as { workspaceId: string; event: LiveEvent };
    for (const listener of listeners.get(workspaceId) ?? []) listener(event);
  }

  return {
    async notify({ workspaceId, tx }, event) {
      await tx.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ workspaceId, event })})`);
    },
    subscribe(workspaceId, listener) {
      const own = listeners.get(workspaceId) ?? new Set();
      listeners.set(workspaceId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(workspaceId) === own) listeners.delete(workspaceId);
      };
    },
    async start() {
      isStopped = false;
      await connect();
    },
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      const open = client;
      client = null;
      await open?.end();
    },
  };
}
