import type pg from "pg";
import type { Logger } from "pino";
import type { BrowserEvent } from "../../shared/contract/browser-events.ts";
import { listen } from "../db/listen.ts";
import { toSessionConfig } from "../db/pool.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { notifyBrowsers } from "./browser-event-queries.ts";

/** `channelIds`: only people who may read all of these channels receive the event; null for everybody. */
type Listener = (event: BrowserEvent, channelIds: string[] | null) => void;

interface BrowserNotice {
  workspaceId: string;
  event: BrowserEvent;
  channelIds: string[] | null;
}

export interface BrowserEvents {
  /** Sends the event to every process when the transaction commits. A transaction that is rolled back sends nothing. */
  notify(scope: WorkspaceScope, event: BrowserEvent): Promise<void>;
  /**
   * Returns a function that unsubscribes. Delivers events since `since` (milliseconds since 1970, at most half a minute ago) at
   * once, possibly with some slightly older events.
   */
  subscribe(workspaceId: string, listener: Listener, since?: number): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Creates the events between server processes and browsers. Events are lost while the database connection is down, so browsers
 * reload their data after a reconnection.
 */
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
    notify: notifyBrowsers,
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

/** Events are stored this long for browser windows that loaded their page before they subscribed. */
const KEPT_MS = 30_000;
const MOST_KEPT = 5_000;
/** The largest expected difference between machines' clocks. */
const CLOCKS_MS = 1_000;

/** Events of the last half minute, oldest first: at most 5,000 in a process. */
class RecentEvents<Told extends { workspaceId: string }> {
  #kept: { told: Told; at: number }[] = [];

  add(told: Told): void {
    this.#kept.push({ told, at: Date.now() });
    if (this.#kept.length > MOST_KEPT || (this.#kept[0]?.at ?? 0) < Date.now() - 2 * KEPT_MS)
      this.#kept = this.#kept.slice(-MOST_KEPT / 2).filter(({ at }) => at >= Date.now() - KEPT_MS);
  }

  /** Returns the workspace's events since `moment` (milliseconds since 1970), and possibly some slightly older events. */
  since(workspaceId: string, moment: number): Told[] {
    const matchesTypedWord = (one: { told: Told; at: number }) =>
      one.told.workspaceId === workspaceId && one.at >= moment - CLOCKS_MS;
    return this.#kept.filter(matchesTypedWord).map(({ told }) => told);
  }
}
