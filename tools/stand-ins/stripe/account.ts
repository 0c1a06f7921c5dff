import { randomBytes } from "node:crypto";
import type { Stripe } from "stripe";
import type { Decline } from "./cards.ts";
import type { Price, Resource, Resources, ResourceType, StripeEvent } from "./resources.ts";
import { createMissingError } from "./wire.ts";

export const API_VERSION = "2026-10-28.endive";
const PREFIXES: Record<ResourceType | "event" | "request" | "subscription_item" | "line_item" | "item", string> = {
  product: "prod",
  price: "price",
  customer: "cus",
  payment_method: "pm",
  setup_intent: "seti",
  payment_intent: "pi",
  charge: "ch",
  refund: "re",
  dispute: "dp",
  webhook_endpoint: "we",
  subscription: "sub",
  subscription_item: "si",
  subscription_schedule: "sub_sched",
  invoice: "in",
  invoice_payment: "inpay",
  line_item: "il",
  item: "li",
  "checkout.session": "cs_test",
  "billing_portal.session": "bps",
  event: "evt",
  request: "req",
};

/** The rules for failed renewals, as set in Stripe's dashboard. */
export interface Dunning {
  /** The days between two attempts to charge. After the last attempt, Stripe gives up. */
  retryAfterDays: readonly number[];
  afterwards: "canceled" | "unpaid" | "past_due";
}

/** A Stripe account in test mode: its objects, events and clock. */
export class StripeAccount {
  readonly #all = new Map<string, Resource>();
  readonly #deleted = new Map<string, ResourceType>();
  readonly #wallClock: () => number;
  #ahead = 0;
  readonly events: StripeEvent[] = [];
  /** The card numbers of payment methods. No response contains them. */
  readonly cardNumbers = new Map<string, string>();
  /** Forced results of the next charges, for every card. */
  readonly orderedDeclines: Decline[] = [];
  /** Prorations that wait for the next invoice, by subscription. */
  readonly pendingLines = new Map<string, ProrationLine[]>();
  /** Prices by checkout session. */
  readonly checkoutPrices = new Map<string, Price[]>();
  /** Metadata for the subscriptions, by checkout session. */
  readonly checkoutMetadata = new Map<string, Record<string, string>>();
  dunning: Dunning = { retryAfterDays: [3, 5, 7], afterwards: "canceled" };
  /** The webhook endpoint that was set in the dashboard or by the API. */
  endpoint: { secret: string; sendTo: (url: string | undefined) => void } = { secret: "", sendTo: () => {} };
  /** The stand-in's address, for links to its pages. */
  origin = "";
  /** The API request that is being handled; null while the clock advances. */
  request: Stripe.Event.Request | null = null;
  onEvent: (event: StripeEvent) => void = () => {};

  /** `wallClock` returns the real time in milliseconds. */
  constructor(wallClock: () => number) {
    this.#wallClock = wallClock;
  }

  /** Returns the account's time in seconds since 1970. */
  now(): number {
    return Math.floor(this.#wallClock() / 1000) + this.#ahead;
  }

  /** Moves the account's clock forwards, never back. `advance` in clock.ts also runs everything that becomes due. */
  setClock(at: number): void {
    this.#ahead += Math.max(0, at - this.now());
  }

  newId(kind: keyof typeof PREFIXES): string {
    return `${PREFIXES[kind]}_${randomText(24)}`;
  }

  newSecret(id: string): string {
    return `${id}_secret_${randomText(25)}`;
  }

  get<K extends ResourceType>(kind: K, id: string, param?: string): Resources[K] {
    const found = this.#all.get(id);
    if (!found || found.object !== kind) throw createMissingError(kind, id, param);
    return found as Resources[K];
  }

  find(id: string): Resource | DeletedObject | undefined {
    return this.#all.get(id) ?? this.stub(id);
  }

  /** Returns the remains of a deleted object. */
  stub(id: string): DeletedObject | undefined {
    const object = this.#deleted.get(id);
    return object && { id, object, deleted: true };
  }

  /** Returns all objects of a kind, oldest first. */
  list<K extends ResourceType>(kind: K): Resources[K][] {
    return [...this.#all.values()].filter((one): one is Resources[K] => one.object === kind);
  }

  add<K extends ResourceType>(resource: Resources[K], event?: string): Resources[K] {
    this.#all.set(resource.id, resource);
    if (event) this.emit(event, resource);
    return resource;
  }

  remove({ id, object }: Resource): DeletedObject {
    this.#all.delete(id);
    this.#deleted.set(id, object);
    return { id, object, deleted: true };
  }

  /** Changes an object in place and creates an event with the previous values. Does nothing if no value differs. */
  change<T extends Resource>(resource: T, event: string | null, edit: (draft: T) => void): T {
    const before = structuredClone(resource) as Record<string, unknown>;
    edit(resource);
    const previous = Object.entries(resource)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
      .map(([name]) => [name, before[name] ?? null]);
    if (previous.length > 0 && event) this.emit(event, resource, Object.fromEntries(previous));
    return resource;
  }

  emit(type: string, object: unknown, previous_attributes?: Record<string, unknown>): StripeEvent {
    const event: StripeEvent = {
      id: this.newId("event"),
      object: "event",
      api_version: API_VERSION,
      created: this.now(),
      data: { object: structuredClone(object), ...(previous_attributes && { previous_attributes }) },
      livemode: false,
      pending_webhooks: 0,
      request: this.request ?? { id: null, idempotency_key: null },
      type,
    };
    this.events.push(event);
    this.onEvent(event);
    return event;
  }
}

export interface DeletedObject {
  id: string;
  object: ResourceType;
  deleted: true;
}

export interface ProrationLine {
  amount: number;
  description: string;
  period: { start: number; end: number };
  price: Price;
  item: string;
}

export function listOf<T>(data: T[], url: string): Stripe.ApiList<T> {
  return { object: "list", data, has_more: false, url };
}

function randomText(length: number): string {
  const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join("");
}
