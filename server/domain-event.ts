import type { WorkspaceScope } from "./db/workspace-scope.ts";

/** Runs in the transaction of whoever announced the event: what it throws undoes both. */
export type Subscriber<Needs, Payload> = (needs: Needs, scope: WorkspaceScope, payload: Payload) => Promise<void>;

/**
 * What a module says has happened, for modules above it that it does not import. `server/subscriptions.ts` names who listens,
 * so that the whole wiring is read in one place.
 */
export interface DomainEvent<Needs, Payload> {
  readonly name: string;
  /** Subscribers run one after the other, in the order in which they subscribed. */
  subscribe(subscriber: Subscriber<Needs, Payload>): void;
  /** In the caller's transaction. Throws where nobody subscribed: that is a fault of the wiring. */
  announce(needs: Needs, scope: WorkspaceScope, payload: Payload): Promise<void>;
}

export function defineEvent<Needs, Payload>(name: string): DomainEvent<Needs, Payload> {
  const subscribers = new Set<Subscriber<Needs, Payload>>();
  return {
    name,
    subscribe: (subscriber) => void subscribers.add(subscriber),
    async announce(needs, scope, payload) {
      if (subscribers.size === 0) throw new Error(`Nobody subscribed to '${name}'`);
      for (const subscriber of subscribers) await subscriber(needs, scope, payload);
    },
  };
}
