import { type Query, type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { BrowserEvent } from "../../shared/contract/browser-events.ts";
import { noteBreak, noteNoBreak } from "../lib/connection.ts";
import { takePreloadTime } from "./preloaded-data.ts";
import { WINDOW_ID } from "./presence.ts";

/** The least time between two refreshes of the affected queries, because events arrive in bursts during a run. */
const AFFECTED_QUERIES_EVERY_MS = 250;
/** The least time between two refreshes of all other queries, because their lists and figures take longer to load. */
const OTHER_QUERIES_EVERY_MS = 2_000;
/**
 * The longest time for which events wait for the answer to the person's own change, because that answer refreshes the
 * same queries.
 */
const MAX_HOLD_MS = 2_000;
/**
 * The time after which a window in the background closes its event stream. A browser opens only six connections to a
 * server.
 */
const CLOSE_STREAM_AFTER_MS = 60_000;
/** The time until the stream is opened again after the server refused it. */
const LISTEN_AGAIN_MS = 10_000;

/** Lists that change together: a notification of a decision is shown only while the decision is open. */
const WAITING: QueryKey[] = [["/api/inbox"], ["/api/notifications"], ["/api/wiki-findings"], ["/api/wiki-repairs"]];

const TOUCHED: { [Type in BrowserEvent["type"]]: (event: Extract<BrowserEvent, { type: Type }>) => QueryKey[] } = {
  run: () => [["/api/runs"], ["/api/model-trials"]],
  article: () => [["/api/articles"], ["/api/stats"], ["/api/analytics"], ...WAITING, ["/api/excerpts"]],
  publication: () => [["/api/articles"], ["/api/integrations"], ...WAITING],
  log: () => [["/api/logs"], ["/api/stats"], ["/api/analytics"]],
  channel: () => [
    ["/api/channels"],
    ["/api/language-model", "waiting"],
    ["/api/collaboration-channels"],
    ["/api/stats"],
    ["/api/settings", "monitoring"],
    ["/api/subscription"],
  ],
  integration: () => [["/api/integrations"], ["/api/collaboration-integrations"], ["/api/wikis"]],
  inbox: () => WAITING,
  notifications: () => [["/api/notifications"]],
  presence: ({ articleId, window }) => (window === WINDOW_ID ? [] : [["/api/presence", articleId]]),
  people: () => [["/api/people"], ["/api/invitations"], ["/api/invitation-links"], ["/api/auth", "user"]],
};

export function listQueriesOfEvent(event: BrowserEvent): QueryKey[] {
  return (TOUCHED[event.type] as ((event: BrowserEvent) => QueryKey[]) | undefined)?.(event) ?? [];
}

/** Keeps the screen up to date: listens to the workspace's events and refreshes the queries that an event affects. */
export function useBrowserEvents(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const starts = recordQueryStarts(queryClient);
    const readAgain = (queryKey: QueryKey, since: number) => {
      // True if the query started before the event. A query that started after the event already includes the change.
      const isOlder = (query: Query) => (starts.of(query) ?? 0) < since;
      void queryClient.invalidateQueries({ queryKey, predicate: isOlder });
    };
    const runs = createDebouncer(readAgain, AFFECTED_QUERIES_EVERY_MS);
    const others = createDebouncer(readAgain, OTHER_QUERIES_EVERY_MS, () => queryClient.isMutating() > 0);
    let resting: ReturnType<typeof setTimeout> | undefined;
    let stream: EventSource | undefined;
    let missedSome = false;

    const listen = () => {
      const since = takePreloadTime();
      if (since === "unknown") missedSome = true;
      stream = new EventSource(typeof since === "number" ? `/api/events?since=${since}` : "/api/events");
      stream.onmessage = (message: MessageEvent<string>) => {
        const event = JSON.parse(message.data) as BrowserEvent;
        for (const key of listQueriesOfEvent(event)) (event.type === "run" ? runs : others).add(key);
      };
      stream.onerror = () => {
        missedSome = true;
        noteBreak();
        if (stream?.readyState !== EventSource.CLOSED) return;
        // The browser does not reconnect after a refusal. The person may be signed out, or the server may be back soon.
        void queryClient.invalidateQueries({ queryKey: ["/api/auth", "user"] });
        stream = undefined;
        resting = setTimeout(listen, LISTEN_AGAIN_MS);
      };
      stream.onopen = () => {
        noteNoBreak();
        if (missedSome) void queryClient.invalidateQueries();
        missedSome = false;
      };
    };
    const rest = () => {
      stream?.close();
      stream = undefined;
      missedSome = true;
      noteNoBreak();
    };
    const followVisibility = () => {
      clearTimeout(resting);
      if (document.hidden) resting = setTimeout(rest, CLOSE_STREAM_AFTER_MS);
      else if (!stream) listen();
    };

    listen();
    document.addEventListener("visibilitychange", followVisibility);
    return () => {
      document.removeEventListener("visibilitychange", followVisibility);
      runs.stop();
      others.stop();
      starts.stop();
      clearTimeout(resting);
      rest();
    };
  }, [queryClient]);
}

/** Stores the time at which each query last started. */
function recordQueryStarts(queryClient: QueryClient) {
  const starts = new WeakMap<Query, number>();
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "fetch") starts.set(event.query, performance.now());
  });
  return { of: (query: Query) => starts.get(query), stop };
}

/**
 * Debounces: passes each key on soon after it arrives, and at most once per `betweenMs`, with the time of the key's
 * last arrival. While `isHeld`, keys wait for at most MAX_HOLD_MS.
 */
function createDebouncer(pass: (key: QueryKey, since: number) => void, betweenMs: number, isHeld = () => false) {
  const gathered = new Map<string, { key: QueryKey; since: number }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let notBefore = 0;
  let heldUntil = 0;
  const passOn = () => {
    if (isHeld() && Date.now() < heldUntil) {
      timer = setTimeout(passOn, AFFECTED_QUERIES_EVERY_MS);
      return;
    }
    timer = undefined;
    notBefore = Date.now() + betweenMs;
    for (const { key, since } of gathered.values()) pass(key, since);
    gathered.clear();
  };
  return {
    add(key: QueryKey) {
      gathered.set(String(key), { key, since: performance.now() });
      if (timer !== undefined) return;
      const pauseMs = Math.max(AFFECTED_QUERIES_EVERY_MS, notBefore - Date.now());
      heldUntil = Date.now() + pauseMs + MAX_HOLD_MS;
      timer = setTimeout(passOn, pauseMs);
    },
    stop: () => clearTimeout(timer),
  };
}
