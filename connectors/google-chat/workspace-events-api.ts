import * as z from "zod";
import { type ConnectorError, MissingPermission, NotFound, RateLimited, Refused, Unreachable } from "../errors.ts";
import { type HttpCall, type HttpResponse, readJson } from "../http.ts";
import { AuthorizedCalls, type CallOptions } from "./authorized-calls.ts";
import { createRejectedCredentials, type GoogleRefusal, parseRefusal } from "./errors.ts";

const PLATFORM = "Google Workspace Events";
/**
 * The types of message events. Google also sends batches of them, without a type of their own.
 * https://developers.google.com/workspace/events/guides/events-chat
 */
export const EVENT_TYPES = ["created", "updated", "deleted"].map((what) => `google.workspace.chat.message.v1.${what}`);
const FILTER = `event_types:"${EVENT_TYPES[0]}"`;
const PAGE = 100;
const MOST_PAGES = 100;

const wireSubscription = z.looseObject({
  name: z.string().regex(/^subscriptions\/[\w.~-]+$/),
  targetResource: z.string(),
  notificationEndpoint: z.looseObject({ pubsubTopic: z.string().nullish() }).nullish(),
  state: z.string().nullish(),
  suspensionReason: z.string().nullish(),
  expireTime: z.iso.datetime({ offset: true }).nullish(),
});
/**
 * A subscription that sends a space's events to a topic.
 * https://developers.google.com/workspace/events/reference/rest/v1/subscriptions
 */
export type SpaceSubscription = z.infer<typeof wireSubscription>;

const list = z.looseObject({ subscriptions: z.array(z.unknown()).default([]), nextPageToken: z.string().nullish() });
/**
 * The response to a change. Its `error` reports a failure even though the call succeeded. https://google.aip.dev/151
 */
const operation = z.looseObject({ error: z.looseObject({ code: z.int() }).nullish() });

export type WorkspaceEventsOptions = Omit<CallOptions, "platform" | "scopes"> & { apiBaseUrl: string };

/**
 * Calls the Google Workspace Events API, which sends a space's events to a Pub/Sub topic. It works only for a Chat app
 * that is a member of the space and that an administrator approved.
 */
export class WorkspaceEventsApi {
  readonly #url: string;
  readonly #calls: AuthorizedCalls;

  constructor({ apiBaseUrl, ...options }: WorkspaceEventsOptions) {
    this.#url = `${apiBaseUrl}/v1/subscriptions`;
    this.#calls = new AuthorizedCalls({ ...options, platform: PLATFORM, scopes: "events" });
  }

  /** Returns all message subscriptions of this service account by target ('//chat.googleapis.com/spaces/AAA'). */
  async list(): Promise<Map<string, SpaceSubscription>> {
    const found = new Map<string, SpaceSubscription>();
    let pageToken: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = new URLSearchParams({ filter: FILTER, pageSize: String(PAGE), ...(pageToken && { pageToken }) });
      const answer = await this.#call({ method: "GET", url: `${this.#url}?${query}` });
      const { subscriptions, nextPageToken } = readJson(answer, list, PLATFORM);
      for (const raw of subscriptions) {
        const { data } = wireSubscription.safeParse(raw);
        if (data) found.set(data.targetResource, data);
      }
      if (!nextPageToken) break;
      pageToken = nextPageToken;
    }
    return found;
  }

  /** Creates a subscription without message texts. It may last 7 days; with texts it would last only 4 hours. */
  create(targetResource: string, pubsubTopic: string): Promise<void> {
    const payloadOptions = { includeResource: false };
    const body = { targetResource, eventTypes: EVENT_TYPES, notificationEndpoint: { pubsubTopic }, payloadOptions };
    return this.#change({ method: "POST", url: this.#url, body });
  }

  /**
   * Extends a subscription to the longest permitted time:
   * https://developers.google.com/workspace/events/guides/update-subscription
   */
  renew({ name }: SpaceSubscription): Promise<void> {
    return this.#change({ method: "PATCH", url: `${this.#urlOf(name)}?updateMask=ttl`, body: { ttl: "0s" } });
  }

  reactivate({ name }: SpaceSubscription): Promise<void> {
    return this.#change({ method: "POST", url: `${this.#urlOf(name)}:reactivate`, body: {} });
  }

  remove({ name }: SpaceSubscription): Promise<void> {
    return this.#change({ method: "DELETE", url: `${this.#urlOf(name)}?allowMissing=true` });
  }

  #urlOf(name: string): string {
    return `${this.#url}/${name.slice("subscriptions/".length)}`;
  }

  async #change(call: Pick<HttpCall, "method" | "url" | "body">): Promise<void> {
    const { error } = readJson(await this.#call(call), operation, PLATFORM);
    if (error) throw refused({ status: CODES.get(error.code) ?? null, reasons: [] }) ?? unusable(200, true);
  }

  async #call(call: Pick<HttpCall, "method" | "url" | "body">): Promise<HttpResponse> {
    const answer = await this.#calls.send(call);
    if (answer.status === 200) return answer;
    const refusal = parseRefusal(answer);
    if (refusal?.status === "UNAUTHENTICATED") throw createRejectedCredentials(this.#calls.kind);
    throw (refusal && refused(refusal)) ?? unusable(answer.status, answer.isWrite);
  }
}

/** https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto */
const CODES = new Map([
  [3, "INVALID_ARGUMENT"],
  [5, "NOT_FOUND"],
  [6, "ALREADY_EXISTS"],
  [7, "PERMISSION_DENIED"],
  [8, "RESOURCE_EXHAUSTED"],
  [9, "FAILED_PRECONDITION"],
]);

function refused({ status, reasons }: GoogleRefusal): ConnectorError | null {
  switch (status) {
    case "PERMISSION_DENIED":
      return new MissingPermission(
        reasons.includes("SERVICE_DISABLED") ? SWITCHED_OFF : NOT_ALLOWED,
        "chat.app.messages.readonly",
      );
    case "NOT_FOUND":
      return new NotFound(NOT_ALLOWED);
    case "ALREADY_EXISTS":
      return new Refused(SUBSCRIPTION_EXISTS);
    case "RESOURCE_EXHAUSTED":
      return new RateLimited("Google Workspace Events asks us to wait.", 30_000);
    case "INVALID_ARGUMENT":
    case "FAILED_PRECONDITION":
      return new Refused(NOT_POSSIBLE);
    default:
      return null;
  }
}

const unusable = (status: number, isWrite: boolean) =>
  new Unreachable(`Google Workspace Events gave no usable answer (HTTP ${status}).`, { mayHaveHappened: isWrite });

/** The message for a refusal whose cause Google does not report. */
const NOT_ALLOWED =
  "Google does not let the service account follow the space. Its Chat app must be a member of the space, an administrator must approve chat.app.messages.readonly, and chat-api-push@system.gserviceaccount.com needs the role Pub/Sub Publisher on the topic.";
const NOT_POSSIBLE =
  "Google does not send the events of the space to the topic. The topic must be in the Google Cloud project of the service account.";
const SWITCHED_OFF =
  "The Google Workspace Events API is switched off in the Google Cloud project of the service account. Enable it there.";
/** https://developers.google.com/workspace/events/reference/rest/v1/subscriptions#Subscription.FIELDS.target_resource */
export const SUBSCRIPTION_EXISTS =
  "Another program follows the space with the same service account, and Google allows one. Use a service account of its own for Lorekeep.";
