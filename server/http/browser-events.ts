import pg from "pg";
import type { Logger } from "pino";
import type { LiveEvent } from "../../shared/contract/events.ts";
import { sessionOf } from "../db/pool.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { announceEvent, EVENT_CHANNEL } from "./live-event-queries.ts";
import { RecentEvents } from "./recent-events.ts";

const RECONNECT_MS = 1000;

/** `channelIds`: it is only for people who may read all of these; null for everybody. */
type Listener = (event: LiveEvent, channelIds: string[] | null) => void;

interface Told {
  workspaceId: string;
  event: LiveEvent;
  channelIds: string[] | null;
}

export interface BrowserEvents {
  /** Part of the transaction: delivered to every process when it commits, never when it does not. */
  notify(scope: WorkspaceScope, event: LiveEvent): Promise<void>;
  /**
   * Returns the function that ends it. What came after `since` (milliseconds since 1970, at most half a minute ago) is told at once, and
   * perhaps what came a moment before.
   */
  subscribe(workspaceId: string, listener: Listener, since?: number): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** One connection of its own LISTENs and comes back when the database does; what was sent meanwhile is lost (a browser reads again on reconnect). */
export function createBrowserEvents(pool: pg.Pool, log: Logger): BrowserEvents {
  const listeners = new Map<string, Set<Listener>>();
  const recent = new RecentEvents<Told>();
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = true;

  async function connect(): Promise<void> {
    const next = new pg.Client(sessionOf(pool));
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
    await next.query(`listen ${EVENT_CHANNEL}`);
    if (isStopped) return void next.end().catch(() => {});
    client = next;
  }

  function reconnectSoon(): void {
    clearTimeout(retry);
    retry = setTimeout(() => void connect().catch(() => isStopped || reconnectSoon()), RECONNECT_MS);
  }

  function deliver(payload: string): void {
    const told = JSON.parse(payload) as Told;
    recent.add(told);
    for (const listener of listeners.get(told.workspaceId) ?? []) listener(told.event, told.channelIds);
  }

  return {
    notify: announceEvent,
    subscribe(workspaceId, listener, since = Number.POSITIVE_INFINITY) {
      for (const told of recent.since(workspaceId, since)) listener(told.event, told.channelIds);
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
