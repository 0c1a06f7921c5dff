import type pg from "pg";
import type { Logger } from "pino";
import type { BrowserEvent } from "../../shared/contract/browser-events.ts";
import { listen } from "../db/listen.ts";
import { toSessionConfig } from "../db/pool.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { announceEvent } from "./browser-event-queries.ts";
import { RecentEvents } from "./recent-events.ts";

/** `channelIds`: the event is only for people who may read all of these; null for everybody. */
type Listener = (event: BrowserEvent, channelIds: string[] | null) => void;

interface BrowserNotice {
  workspaceId: string;
  event: BrowserEvent;
  channelIds: string[] | null;
}

export interface BrowserEvents {
  /** Part of the transaction: the event reaches every process when it commits, and none when it does not. */
  notify(scope: WorkspaceScope, event: BrowserEvent): Promise<void>;
  /**
   * Returns the function that unsubscribes. Events after `since` (milliseconds since 1970, at most half a minute ago)
   * are delivered at once, possibly with some from just before.
   */
  subscribe(workspaceId: string, listener: Listener, since?: number): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Events are lost while the connection is down: a browser reads again when it is reconnected. */
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
