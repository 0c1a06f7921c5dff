export interface ListenerStore {
  /** Returns the unsubscribe function, as `useSyncExternalStore` requires. */
  subscribe(listener: () => void): () => void;
  notify(): void;
}

/** Listeners of a value that is stored outside React. */
export function createListeners(): ListenerStore {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify() {
      for (const listener of listeners) listener();
    },
  };
}
