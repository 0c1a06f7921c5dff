import { randomUUID } from "node:crypto";
import { GoogleChatFailure } from "./failure.ts";
import { isMember, needScope } from "./methods.ts";
import type { PubsubStandIn } from "./pubsub.ts";
import type { GoogleChatSpace, SpaceChange, WireMessage } from "./space.ts";
import type { GoogleChatToken } from "./tokens.ts";

export interface SpaceSubscriptionShape {
  name: string;
  uid: string;
  targetResource: string;
  eventTypes: string[];
  payloadOptions?: { includeResource?: boolean };
  notificationEndpoint: { pubsubTopic: string };
  state: "ACTIVE" | "SUSPENDED";
  suspensionReason?: string;
  authority: string;
  createTime: string;
  updateTime: string;
  expireTime: string;
  etag: string;
}

export interface SpaceEventCall {
  caller: GoogleChatToken;
  spaces: GoogleChatSpace[];
  query: Record<string, string>;
  body: Record<string, unknown>;
}

const DAY_MS = 86_400_000;
const TYPE = /^google\.workspace\.chat\.(message|reaction|membership|space)\.v1\.(created|updated|deleted)$/;
const CHAT = "//chat.googleapis.com/";

/** The Google Workspace Events API. https://developers.google.com/workspace/events/reference/rest/v1/subscriptions */
export class WorkspaceEventsStandIn {
  readonly #pubsub: PubsubStandIn;
  readonly #now: () => number;
  #all: { shape: SpaceSubscriptionShape; owner: string }[] = [];

  constructor(pubsub: PubsubStandIn, now: () => number) {
    this.#pubsub = pubsub;
    this.#now = now;
  }

  /** Returns the space's subscription; undefined if it has none. */
  of(spaceId: string): SpaceSubscriptionShape | undefined {
    this.#dropExpired();
    return this.#all.find(({ shape }) => shape.targetResource === `${CHAT}spaces/${spaceId}`)?.shape;
  }

  /** Removes a subscription without a notification, as if Google had lost it. */
  lose(spaceId: string): void {
    this.#all = this.#all.filter(({ shape }) => shape.targetResource !== `${CHAT}spaces/${spaceId}`);
  }

  suspend(spaceId: string, suspensionReason: string): void {
    const shape = this.of(spaceId);
    if (!shape) throw new Error(`Nobody follows ${spaceId}.`);
    Object.assign(shape, { state: "SUSPENDED", suspensionReason });
    this.#tellOf(shape, "suspended");
  }

  /** Sends an action of a person in a space to all subscriptions of the space. */
  hear(space: GoogleChatSpace, change: SpaceChange, message: WireMessage): void {
    this.#dropExpired();
    const type = `google.workspace.chat.message.v1.${change}`;
    for (const { shape } of this.#all) {
      const isFor = shape.targetResource === CHAT + space.name && shape.eventTypes.includes(type);
      if (!isFor || shape.state !== "ACTIVE") continue;
      const named = shape.payloadOptions?.includeResource ? message : { name: message.name };
      this.#publish(shape, { type, subject: CHAT + space.name, data: { message: named } });
    }
  }

  create({ caller, spaces, body, query }: SpaceEventCall) {
    const { targetResource, eventTypes, notificationEndpoint, payloadOptions } =
      body as Partial<SpaceSubscriptionShape>;
    needScope(caller, SCOPES, "CreateSubscription");
    const space = spaces.find(({ name }) => CHAT + name === targetResource);
    if (!space || !isMember(caller, space.data.id)) throw denied();
    if (!eventTypes?.length || !eventTypes.every((type) => TYPE.test(type)))
      throw new GoogleChatFailure("INVALID_ARGUMENT", "Invalid event types.");
    const pipe = this.#pubsub.pipe(notificationEndpoint?.pubsubTopic ?? "");
    if (!pipe?.isOpen || !notificationEndpoint) throw denied();
    const owner = caller.owner ?? "a person";
    this.#dropExpired();
    if (this.#all.some((one) => one.owner === owner && one.shape.targetResource === targetResource))
      throw new GoogleChatFailure("ALREADY_EXISTS", "Subscription already exists.");
    const moment = new Date(this.#now()).toISOString();
    const shape: SpaceSubscriptionShape = {
      name: `subscriptions/chat-spaces-${Buffer.from(`${space.data.id} ${owner}`).toString("base64url")}`,
      uid: randomUUID(),
      targetResource: CHAT + space.name,
      eventTypes,
      ...(payloadOptions && { payloadOptions }),
      notificationEndpoint,
      state: "ACTIVE",
      authority: "users/117",
      createTime: moment,
      updateTime: moment,
      expireTime: this.#longest(payloadOptions),
      etag: randomUUID(),
    };
    if (query["validateOnly"] !== "true") this.#all.push({ shape, owner });
    return done(shape);
  }

  list({ caller, query }: SpaceEventCall) {
    needScope(caller, SCOPES, "ListSubscriptions");
    const types = [...(query["filter"] ?? "").matchAll(/event_types:"([^"]+)"/g)].map(([, type = ""]) => type);
    if (types.length === 0) throw new GoogleChatFailure("INVALID_ARGUMENT", "The filter needs an event type.");
    this.#dropExpired();
    const mine = this.#all.filter(
      ({ shape, owner }) =>
        owner === (caller.owner ?? "a person") && shape.eventTypes.some((one) => types.includes(one)),
    );
    const from = Number(query["pageToken"] ?? 0);
    const size = Math.min(Number(query["pageSize"]) || 50, 100);
    const subscriptions = mine.slice(from, from + size).map(({ shape }) => shape);
    return {
      ...(subscriptions.length > 0 && { subscriptions }),
      ...(mine.length > from + size && { nextPageToken: String(from + size) }),
    };
  }

  patch({ caller, query, body }: SpaceEventCall, name: string) {
    const { shape } = this.#mine(caller, name, "UpdateSubscription");
    if (query["updateMask"] !== "ttl" || !/^\d+s$/.test(String(body["ttl"])))
      throw new GoogleChatFailure("INVALID_ARGUMENT", "Only ttl can be updated here.");
    const seconds = Number.parseInt(String(body["ttl"]), 10);
    const asked = seconds === 0 ? Number.POSITIVE_INFINITY : this.#now() + seconds * 1000;
    const longest = Date.parse(this.#longest(shape.payloadOptions));
    shape.expireTime = new Date(Math.min(asked, longest)).toISOString();
    return done(shape);
  }

  reactivate({ caller }: SpaceEventCall, name: string) {
    const { shape } = this.#mine(caller, name, "ReactivateSubscription");
    const pipe = this.#pubsub.pipe(shape.notificationEndpoint.pubsubTopic);
    if (!pipe?.isOpen) throw new GoogleChatFailure("FAILED_PRECONDITION", "The error is still there.");
    shape.state = "ACTIVE";
    delete shape.suspensionReason;
    return done(shape);
  }

  remove({ caller, query }: SpaceEventCall, name: string) {
    const isThere = this.#all.some(({ shape }) => shape.name === name);
    if (!isThere && query["allowMissing"] === "true") return done({});
    const mine = this.#mine(caller, name, "DeleteSubscription");
    this.#all = this.#all.filter((one) => one !== mine);
    return done({});
  }

  #mine(caller: GoogleChatToken, name: string, method: string) {
    needScope(caller, SCOPES, method);
    this.#dropExpired();
    const found = this.#all.find(({ shape, owner }) => shape.name === name && owner === (caller.owner ?? "a person"));
    if (!found) throw new GoogleChatFailure("NOT_FOUND", "Requested entity was not found.");
    return found;
  }

  /** The longest lifetime: 7 days without message texts, 4 hours with them. */
  #longest(payload: SpaceSubscriptionShape["payloadOptions"]): string {
    return new Date(this.#now() + (payload?.includeResource ? DAY_MS / 6 : 7 * DAY_MS)).toISOString();
  }

  #dropExpired(): void {
    const expired = this.#all.filter(({ shape }) => Date.parse(shape.expireTime) <= this.#now());
    this.#all = this.#all.filter((one) => !expired.includes(one));
    for (const { shape } of expired) this.#tellOf(shape, "expired");
  }

  #tellOf(shape: SpaceSubscriptionShape, what: "suspended" | "expired"): void {
    const type = `google.workspace.events.subscription.v1.${what}`;
    const subject = `//workspaceevents.googleapis.com/${shape.name}`;
    this.#publish(shape, { type, subject, data: { subscription: shape } });
  }

  #publish(shape: SpaceSubscriptionShape, event: { type: string; subject: string; data: object }): void {
    const { pubsubTopic } = shape.notificationEndpoint;
    const pipe = this.#pubsub.pipe(pubsubTopic);
    if (!pipe?.isOpen) {
      const suspensionReason = pipe ? "ENDPOINT_PERMISSION_DENIED" : "ENDPOINT_NOT_FOUND";
      Object.assign(shape, { state: "SUSPENDED", suspensionReason });
      return;
    }
    const attributes = {
      "ce-id": randomUUID(),
      "ce-source": `//workspaceevents.googleapis.com/${shape.name}`,
      "ce-specversion": "1.0",
      "ce-type": event.type,
      "ce-subject": event.subject,
      "ce-time": new Date(this.#now()).toISOString(),
      "ce-datacontenttype": "application/json",
    };
    this.#pubsub.publish(pipe, attributes, event.data);
  }
}

const SCOPES = { user: ["chat.messages.readonly", "chat.messages"], app: ["chat.app.messages.readonly"] };

const denied = () =>
  new GoogleChatFailure(
    "PERMISSION_DENIED",
    "Permission denied to perform the requested action on the specified resource.",
  );

/** Builds the operation that a change returns. It is finished at once. */
const done = (response: object) => ({
  name: `operations/${randomUUID()}`,
  metadata: {},
  done: true,
  response: { "@type": "type.googleapis.com/google.apps.events.subscriptions.v1.Subscription", ...response },
});
