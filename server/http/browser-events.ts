import type pg from "pg";
import type { Logger } from "pino";
import type { BrowserEvent } from "../../shared/contract/browser-events.ts";
import { listen } from "../db/listen.ts";
import { toSessionConfig } from "../db/pool.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { announceEvent } from "./browser-event-queries.ts";
import { RecentEvents } from "./recent-events.ts";

/** `channelIds`: only people who may read all of these receive the event; null for everybody. */
type Listener = (event: BrowserEvent, channelIds: string[] | null) => void;

interface BrowserNotice {
  workspaceId: string;
  event: BrowserEvent;
  channelIds: string[] | null;
}

export interface BrowserEvents {
  /** The event reaches every process when the transaction commits, and none if it is rolled back. */
  notify(scope: WorkspaceScope, event: BrowserEvent): Promise<void>;
  /**
   * Returns a function that unsubscribes. Delivers events since `since` (milliseconds since 1970, at most half a minute ago) at
   * once, possibly with some slightly older ones.
   */
  subscribe(workspaceId: string, listener: Listener, since?: number): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Events are lost while the connection is down, so browsers reload their data after a reconnection. */
export function createBrowserEvents(pool: pg.Pool, log: Logger): BrowserEvents {
  const listeners = new Map<string, Set<Listener>>();
  const recent = new RecentEvents<BrowserNotice>();
  let stopListening = async () => {};

  function deliver(payload: string): void {
    const told = JSON.parse(payload) as BrowserNotice;
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
      stopListening = await listen({
        connection: toSessionConfig(pool),
        channel: "events",
        log,
        onNotification: deliver,
      });
    },
    stop: () => stopListening(),
  };
}
