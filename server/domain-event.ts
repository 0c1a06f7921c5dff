import type { WorkspaceScope } from "./db/workspace-scope.ts";

/** Runs in the announcing transaction. An exception rolls the transaction back. */
export type EventSubscriber<Needs, Payload> = (needs: Needs, scope: WorkspaceScope, payload: Payload) => Promise<void>;

/** An event by which a module calls modules that it may not import. `server/subscriptions.ts` lists all subscribers. */
export interface DomainEvent<Needs, Payload> {
  readonly name: string;
  /** Adds a subscriber. Subscribers run one after the other, the first one first. */
  subscribe(subscriber: EventSubscriber<Needs, Payload>): void;
  /**
   * Runs the subscribers in the caller's transaction. Throws if there is no subscriber, because somebody forgot to add
   * it.
   */
  announce(needs: Needs, scope: WorkspaceScope, payload: Payload): Promise<void>;
}

export function defineEvent<Needs, Payload>(name: string): DomainEvent<Needs, Payload> {
  const subscribers = new Set<EventSubscriber<Needs, Payload>>();
  return {
    name,
    subscribe: (subscriber) => void subscribers.add(subscriber),
    async announce(needs, scope, payload) {
      if (subscribers.size === 0) throw new Error(`Nobody subscribed to '${name}'`);
      for (const subscriber of subscribers) await subscriber(needs, scope, payload);
    },
  };
}
