import type { WorkspaceScope } from "./db/workspace-scope.ts";

/** Runs in the announcer's transaction: an exception rolls back both. */
export type EventSubscriber<Needs, Payload> = (needs: Needs, scope: WorkspaceScope, payload: Payload) => Promise<void>;

/**
 * An event that a module announces for modules above it, which it does not import. `server/subscriptions.ts` lists the
 * subscribers, so that the whole wiring is in one place.
 */
export interface DomainEvent<Needs, Payload> {
  readonly name: string;
  /** Subscribers run one after the other, in the order in which they subscribed. */
  subscribe(subscriber: EventSubscriber<Needs, Payload>): void;
  /** Runs in the caller's transaction. Throws without any subscriber, which is a fault of the wiring. */
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
