import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { MessageChange, TeamsChannel } from "./channel.ts";
import { answerOrFail, GraphFailure } from "./failure.ts";
import type { TeamsApp } from "./tokens.ts";

/** https://learn.microsoft.com/graph/change-notifications-overview#subscription-lifetime */
const LONGEST_LIFE_MS = 4_320 * 60_000;
/** https://learn.microsoft.com/graph/teams-changenotifications-chatmessage */
const LIFE_WITHOUT_LIFECYCLE_MS = 60 * 60_000;
/** https://learn.microsoft.com/graph/change-notifications-delivery-webhooks#notificationurl-validation */
const VALIDATION_MS = 10_000;
const DELIVERY_MS = 3_000;
const MOST_TRIES = 4;
const RETRY_MS = 100;

interface Subscription {
  id: string;
  appId: string;
  channel: TeamsChannel;
  clientState: string;
  changeType: string;
  notificationUrl: string;
  lifecycleNotificationUrl: string | null;
  resource: string;
  expirationDateTime: string;
}

export type LifecycleEvent = "reauthorizationRequired" | "subscriptionRemoved" | "missed";

interface NotificationContext {
  tenantId: string;
  now: () => number;
  reach: (url: string) => string;
}

/**
 * Microsoft Graph's change notifications, which contain no texts. Tests can make notifications disappear, repeat or
 * arrive late.
 */
export class Subscriptions {
  /** The number of next notifications that are not sent. */
  lost = 0;
  /** The number of times that each notification is sent. */
  copies = 1;
  /** The delay of notifications in milliseconds. */
  delay = 0;
  /** Replaces the response of the address to a validation. */
  answerValidation: ((token: string) => string) | null = null;
  /** The statuses of the responses to notifications, in order; null if there was no response. */
  readonly answers: (number | null)[] = [];
  readonly #all: Subscription[] = [];
  readonly #around: NotificationContext;

  constructor(around: NotificationContext) {
    this.#around = around;
  }

  /** Returns the subscriptions that have not expired. */
  get all(): Subscription[] {
    return this.#all.filter(({ expirationDateTime }) => Date.parse(expirationDateTime) > this.#around.now());
  }

  of(channel: TeamsChannel): Subscription | undefined {
    return this.all.find((one) => one.channel === channel);
  }

  tell(channel: TeamsChannel, { kind, id, postId }: MessageChange): void {
    const reply = postId === id ? "" : `/replies('${id}')`;
    const { teamId } = channel.owner;
    const resource = `teams('${teamId}')/channels('${channel.data.id}')/messages('${postId}')${reply}`;
    const data = { "@odata.type": "#Microsoft.Graph.chatMessage", "@odata.id": resource, id };
    for (const one of this.all.filter((one) => one.channel === channel && one.changeType.split(",").includes(kind))) {
      if (this.lost > 0) {
        this.lost -= 1;
        continue;
      }
      for (let copy = 0; copy < this.copies; copy += 1)
        void this.send(one.notificationUrl, { ...this.#common(one), changeType: kind, resource, resourceData: data });
    }
  }

  /**
   * Sends a notification about the channel's subscription itself. For 'subscriptionRemoved', also deletes the
   * subscription.
   */
  tellLifecycle(channel: TeamsChannel, lifecycleEvent: LifecycleEvent): void {
    const one = this.of(channel);
    if (!one?.lifecycleNotificationUrl) throw new Error("There is no subscription to tell of.");
    if (lifecycleEvent === "subscriptionRemoved") this.#drop(one);
    const { resource } = one;
    void this.send(one.lifecycleNotificationUrl, { ...this.#common(one), lifecycleEvent, resource });
  }

  /** Ends the subscription without a notification. */
  end(channel: TeamsChannel): void {
    const one = this.of(channel);
    if (one) this.#drop(one);
  }

  /** Sends one notification, again and again until it is accepted. */
  async send(url: string, notification: object): Promise<void> {
    if (this.delay > 0) await wait(this.delay);
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const status = await this.#post(url, JSON.stringify({ value: [notification] }), DELIVERY_MS).then(
        (answer) => answer.status,
        () => null,
      );
      this.answers.push(status);
      if (status !== null && status < 300) return;
      await wait(RETRY_MS);
    }
  }

  listFor({ appId }: TeamsApp) {
    return this.all.filter((one) => one.appId === appId).map(shown);
  }

  async create({ appId }: TeamsApp, body: unknown, channelOf: (teamId: string, channelId: string) => TeamsChannel) {
    const wanted = wantedOf(body, this.#around.now());
    const [, teamId = "", channelId = ""] =
      /^\/?teams\/([^/]+)\/channels\/([^/]+)\/messages$/.exec(wanted.resource) ?? [];
    if (!channelId) throw new GraphFailure("BadRequest", `Unsupported resource '${wanted.resource}'.`);
    const channel = channelOf(teamId, channelId);
    if (this.all.some((one) => one.appId === appId && one.channel === channel))
      throw new GraphFailure("Forbidden", "Subscription count per app and channel has reached its limit of '1'.");
    for (const url of new Set([wanted.notificationUrl, wanted.lifecycleNotificationUrl]))
      if (url) await this.#validate(url);
    const made = { ...wanted, id: randomUUID(), appId, channel };
    this.#all.push(made);
    return { ...shown(made), clientState: made.clientState };
  }

  renew(app: TeamsApp, id: string, body: unknown) {
    const one = this.#find(app, id);
    const given = objectOf(body, ["expirationDateTime"]);
    one.expirationDateTime = endOf(given["expirationDateTime"], this.#around.now(), one.lifecycleNotificationUrl);
    return shown(one);
  }

  remove(app: TeamsApp, id: string): void {
    this.#drop(this.#find(app, id));
  }

  #find({ appId }: TeamsApp, id: string): Subscription {
    const found = this.all.find((one) => one.id === id && one.appId === appId);
    if (!found) throw new GraphFailure("ResourceNotFound", "The object was not found.");
    return found;
  }

  #drop(one: Subscription): void {
    this.#all.splice(this.#all.indexOf(one), 1);
  }

  #common({ id, clientState, expirationDateTime }: Subscription) {
    const { tenantId } = this.#around;
    return { subscriptionId: id, subscriptionExpirationDateTime: expirationDateTime, clientState, tenantId };
  }

  async #validate(url: string): Promise<void> {
    const token = `Validation: Testing client application reachability for subscription Request-Id: ${randomUUID()}`;
    const said = this.answerValidation?.(token);
    if (said === token) return;
    if (said !== undefined) throw new GraphFailure("ValidationError", "Subscription validation request failed.");
    const asked = `${url}${url.includes("?") ? "&" : "?"}validationToken=${encodeURIComponent(token)}`;
    const answer = await this.#post(asked, "", VALIDATION_MS).catch(() => null);
    const isRight =
      answer?.status === 200 &&
      answer.headers.get("content-type")?.startsWith("text/plain") &&
      (await answer.text()) === token;
    if (isRight) return;
    const how = answer ? `failed. HTTP status code is '${answer.status}'.` : "timed out.";
    throw new GraphFailure("ValidationError", `Subscription validation request ${how}`);
  }

  #post(url: string, body: string, timeoutMs: number): Promise<Response> {
    return fetch(this.#around.reach(url), {
      method: "POST",
      headers: { "content-type": body ? "application/json; charset=utf-8" : "text/plain; charset=utf-8" },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
  }
}

interface SubscriptionAccess {
  callerOf(request: FastifyRequest): TeamsApp;
  channelOf(caller: TeamsApp, teamId: string, channelId: string): TeamsChannel;
}

export function addSubscriptions(app: FastifyInstance, subscriptions: Subscriptions, gate: SubscriptionAccess): void {
  const path = "/v1.0/subscriptions";
  const ofId = (request: FastifyRequest) => (request.params as { id: string }).id;
  app.get(path, (request, reply) =>
    answerOrFail(reply, () => ({ value: subscriptions.listFor(gate.callerOf(request)) })),
  );
  app.post(path, (request, reply) =>
    answerOrFail(reply, async () => {
      const caller = gate.callerOf(request);
      const made = await subscriptions.create(caller, request.body, (teamId, channelId) =>
        gate.channelOf(caller, teamId, channelId),
      );
      return reply.code(201).send(made);
    }),
  );
  app.patch(`${path}/:id`, (request, reply) =>
    answerOrFail(reply, () => subscriptions.renew(gate.callerOf(request), ofId(request), request.body)),
  );
  app.delete(`${path}/:id`, (request, reply) =>
    answerOrFail(reply, () => {
      subscriptions.remove(gate.callerOf(request), ofId(request));
      return reply.code(204).send();
    }),
  );
}

const FIELDS = [
  "changeType",
  "notificationUrl",
  "lifecycleNotificationUrl",
  "resource",
  "expirationDateTime",
  "clientState",
  "includeResourceData",
  "latestSupportedTlsVersion",
];

/** https://learn.microsoft.com/graph/api/subscription-post-subscriptions */
function wantedOf(body: unknown, now: number) {
  const given = objectOf(body, FIELDS);
  const text = (name: string): string => {
    const value = given[name];
    if (typeof value === "string" && value !== "") return value;
    throw new GraphFailure("BadRequest", `The property '${name}' is required.`);
  };
  const https = (name: string) => {
    const url = text(name);
    if (URL.canParse(url) && new URL(url).protocol === "https:") return url;
    throw new GraphFailure("BadRequest", `${name} must be HTTPS.`);
  };
  if (given["includeResourceData"]) throw new GraphFailure("BadRequest", "encryptionCertificate is required.");
  const changeType = text("changeType");
  if (!changeType.split(",").every((one) => ["created", "updated", "deleted"].includes(one)))
    throw new GraphFailure("BadRequest", `Invalid changeType '${changeType}'.`);
  const clientState = text("clientState");
  if (clientState.length > 128) throw new GraphFailure("BadRequest", "clientState is longer than 128 characters.");
  const lifecycleNotificationUrl =
    given["lifecycleNotificationUrl"] === undefined ? null : https("lifecycleNotificationUrl");
  return {
    changeType,
    clientState,
    notificationUrl: https("notificationUrl"),
    lifecycleNotificationUrl,
    resource: text("resource"),
    expirationDateTime: endOf(given["expirationDateTime"], now, lifecycleNotificationUrl),
  };
}

function endOf(given: unknown, now: number, lifecycleUrl: string | null): string {
  const at = Date.parse(String(given ?? ""));
  if (Number.isNaN(at) || at <= now)
    throw new GraphFailure("BadRequest", "Subscription expiration must be in the future.");
  if (at > now + LONGEST_LIFE_MS)
    throw new GraphFailure("BadRequest", "Subscription expiration can only be 4320 minutes in the future.");
  if (lifecycleUrl === null && at > now + LIFE_WITHOUT_LIFECYCLE_MS)
    throw new GraphFailure(
      "BadRequest",
      "lifecycleNotificationUrl is a required property for subscription creation on this resource when the expirationDateTime value is set to greater than 1 hour.",
    );
  return new Date(at).toISOString();
}

function objectOf(body: unknown, fields: string[]): Record<string, unknown> {
  if (typeof body !== "object" || body === null) throw new GraphFailure("BadRequest", "A body is required.");
  const wrong = Object.keys(body).find((name) => !fields.includes(name));
  if (wrong) throw new GraphFailure("BadRequest", `The property '${wrong}' does not exist.`);
  return body as Record<string, unknown>;
}

/** Returns a subscription without its secret. Only the response to its creation contains the secret. */
const shown = (one: Subscription) => ({
  "@odata.type": "#microsoft.graph.subscription",
  id: one.id,
  resource: one.resource,
  changeType: one.changeType,
  notificationUrl: one.notificationUrl,
  lifecycleNotificationUrl: one.lifecycleNotificationUrl,
  expirationDateTime: one.expirationDateTime,
  applicationId: one.appId,
  creatorId: one.appId,
  includeResourceData: null,
  latestSupportedTlsVersion: "v1_2",
  clientState: null as string | null,
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
