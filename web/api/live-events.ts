import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { LiveEvent } from "../../shared/contract/events.ts";

/** Events come in bursts while a run goes on; what they touch is read again at most this often. */
const GATHER_MS = 250;
/** A browser opens only six connections to a server: a window in the background gives its own back after this long. */
const REST_AFTER_MS = 60_000;

const TOUCHED: { [Type in LiveEvent["type"]]: (event: Extract<LiveEvent, { type: Type }>) => QueryKey[] } = {
  run: () => [["/api/runs"]],
  article: () => [["/api/articles"], ["/api/stats"], ["/api/analytics"], ["/api/inbox"]],
  publication: () => [["/api/articles"], ["/api/integrations"], ["/api/inbox"]],
  log: () => [["/api/logs"], ["/api/stats"], ["/api/analytics"]],
  channel: () => [["/api/channels"], ["/api/collaboration-channels"], ["/api/stats"], ["/api/settings", "monitoring"]],
  integration: () => [["/api/integrations"], ["/api/collaboration-integrations"]],
  inbox: () => [["/api/inbox"]],
};

export function touchedBy(event: LiveEvent): QueryKey[] {
  return (TOUCHED[event.type] as ((event: LiveEvent) => QueryKey[]) | undefined)?.(event) ?? [];
}

/** Keeps what is on the screen true: listens to the workspace's events and reads again what they touch. */
export function useLiveEvents(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const gathered = new Map<string, QueryKey>();
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let resting: ReturnType<typeof setTimeout> | undefined;
    let stream: EventSource | undefined;
    let missedSome = false;

    const readAgain = () => {
      gathering = undefined;
      for (const queryKey of gathered.values()) void queryClient.invalidateQueries({ queryKey });
      gathered.clear();
    };
    const listen = () => {
      stream = new EventSource("/api/events");
      stream.onmessage = (message: MessageEvent<string>) => {
        for (const key of touchedBy(JSON.parse(message.data))) gathered.set(String(key), key);
        gathering ??= setTimeout(readAgain, GATHER_MS);
      };
      stream.onerror = () => {
        missedSome = true;
      };
      stream.onopen = () => {
        if (missedSome) void queryClient.invalidateQueries();
        missedSome = false;
      };
    };
    const rest = () => {
      stream?.close();
      stream = undefined;
      missedSome = true;
    };
    const followVisibility = () => {
      clearTimeout(resting);
      if (document.hidden) resting = setTimeout(rest, REST_AFTER_MS);
      else if (!stream) listen();
    };

    listen();
    document.addEventListener("visibilitychange", followVisibility);
    return () => {
      document.removeEventListener("visibilitychange", followVisibility);
      clearTimeout(gathering);
      clearTimeout(resting);
      stream?.close();
    };
  }, [queryClient]);
}
