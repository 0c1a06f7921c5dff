export interface Listeners {
  /** Returns the function that ends it, as `useSyncExternalStore` wants it. */
  subscribe(listener: () => void): () => void;
  notify(): void;
}

/** Who is told when a value that is kept outside React changes. */
export function createListeners(): Listeners {
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
