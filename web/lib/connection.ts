import { useSyncExternalStore } from "react";

/** A connection that breaks for a moment comes back by itself and needs no words. */
const SHORT_BREAK_MS = 5_000;

let isServerLost = false;
let breaking: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function setServerLost(isLost: boolean): void {
  isServerLost = isLost;
  for (const tell of listeners) tell();
}

/** The stream of events broke. The server counts as lost unless it answers again soon. */
export function reportBreak(): void {
  breaking ??= setTimeout(() => setServerLost(true), SHORT_BREAK_MS);
}

/** The stream of events is open, or nobody listens. */
export function reportNoBreak(): void {
  clearTimeout(breaking);
  breaking = undefined;
  setServerLost(false);
}

function onChange(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

export const useIsConnected = (): boolean => useSyncExternalStore(onChange, () => navigator.onLine && !isServerLost);
