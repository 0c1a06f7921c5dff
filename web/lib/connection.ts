import { createListeners } from "./listeners.ts";

/** A shorter break ends by itself, and needs no words. */
const SHORT_BREAK_MS = 5_000;

let isServerLost = false;
let breaking: ReturnType<typeof setTimeout> | undefined;
const listeners = createListeners();

function setServerLost(isLost: boolean): void {
  isServerLost = isLost;
  listeners.notify();
}

/** Notes that the event stream broke. The server counts as lost unless the stream opens again soon. */
export function noteBreak(): void {
  breaking ??= setTimeout(() => setServerLost(true), SHORT_BREAK_MS);
}

/** Notes that the event stream is open, or that this window does not listen to it. */
export function noteNoBreak(): void {
  clearTimeout(breaking);
  breaking = undefined;
  setServerLost(false);
}

export const isConnected = (): boolean => navigator.onLine && !isServerLost;

/** Returns a function that unsubscribes, as `useSyncExternalStore` requires. */
export function subscribeToConnection(listener: () => void): () => void {
  const ended = new AbortController();
  for (const type of ["online", "offline"]) addEventListener(type, listener, ended);
  const unsubscribe = listeners.subscribe(listener);
  return () => {
    ended.abort();
    unsubscribe();
  };
}
