export interface ListenerStore {
  /** Returns a function that unsubscribes, as `useSyncExternalStore` requires. */
  subscribe(listener: () => void): () => void;
  notify(): void;
}

/** Creates the listeners of a value stored outside of React. */
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
