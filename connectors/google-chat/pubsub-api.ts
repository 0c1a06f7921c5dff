import * as z from "zod";
import { type ConnectorError, MissingPermission, NotFound, RateLimited, Refused, Unreachable } from "../errors.ts";
import { type HttpCall, type HttpResponse, readJson } from "../http.ts";
import { AuthorizedCalls, type CallOptions, type CredentialKind } from "./authorized-calls.ts";
import { createRejectedCredentials, parseRefusal } from "./errors.ts";

const MESSAGES_A_PULL = 100;
/** The longest wait for messages, in milliseconds. Google ends the wait earlier, after a time of its own choice. */
const LONGEST_PULL_MS = 100_000;
const CONSUME = "pubsub.subscriptions.consume";
/** Pub/Sub's name for a subscription's deleted topic. */
const DELETED_TOPIC = "_deleted_topic_";

const subscription = z.looseObject({
  topic: z.string().min(1),
  pushConfig: z.looseObject({ pushEndpoint: z.string().nullish() }).nullish(),
});
const permissions = z.looseObject({ permissions: z.array(z.string()).default([]) });
const pulled = z.looseObject({
  receivedMessages: z.array(z.looseObject({ ackId: z.string().min(1), message: z.unknown() })).default([]),
});

export interface ReceivedMessage {
  ackId: string;
  message?: unknown;
}

export type PubsubOptions = Omit<CallOptions, "platform" | "scopes"> & {
  apiBaseUrl: string;
  /** The full name of the subscription: projects/P/subscriptions/S. */
  subscription: string;
};

/**
 * Pulls messages from one Pub/Sub subscription, so that Google need not reach this server. Messages may arrive twice
 * and in any order. https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions
 */
export class PubsubApi {
  readonly #url: string;
  readonly #calls: AuthorizedCalls;

  constructor({ apiBaseUrl, subscription: name, ...options }: PubsubOptions) {
    this.#url = `${apiBaseUrl}/v1/${name.split("/").map(encodeURIComponent).join("/")}`;
    this.#calls = new AuthorizedCalls({ ...options, platform: "Google Pub/Sub", scopes: "pubsub" });
  }

  /**
   * Returns the subscription's topic: projects/P/topics/T. Throws an error with a sentence for people if the
   * subscription does not allow pulling.
   */
  async findTopic(): Promise<string> {
    const { topic, pushConfig } = readJson(await this.#call({ method: "GET", url: this.#url }), subscription, PLATFORM);
    if (topic === DELETED_TOPIC) throw new Refused(TOPIC_GONE);
    if (pushConfig?.pushEndpoint) throw new Refused(IT_PUSHES);
    const url = `${this.#url}:testIamPermissions`;
    const granted = await this.#call({ method: "POST", url, body: { permissions: [CONSUME] } });
    if (!readJson(granted, permissions, PLATFORM).permissions.includes(CONSUME)) throw notAllowed();
    return topic;
  }

  /** Waits for messages; returns an empty list after a long wait. */
  async pull(): Promise<ReceivedMessage[]> {
    const call = { method: "POST", url: `${this.#url}:pull`, body: { maxMessages: MESSAGES_A_PULL } } as const;
    const answer = await this.#calls.send(call, LONGEST_PULL_MS);
    if (answer.status === 504 && answer.text.includes("DEADLINE_EXCEEDED")) return [];
    return readJson(this.#good(answer), pulled, PLATFORM).receivedMessages;
  }

  /**
   * Acknowledges messages. Pub/Sub delivers a message again if it is not acknowledged before the subscription's
   * deadline.
   */
  async acknowledge(ackIds: string[]): Promise<void> {
    if (ackIds.length > 0) await this.#call({ method: "POST", url: `${this.#url}:acknowledge`, body: { ackIds } });
  }

  async #call(call: Pick<HttpCall, "method" | "url" | "body">): Promise<HttpResponse> {
    return this.#good(await this.#calls.send(call));
  }

  #good(answer: HttpResponse): HttpResponse {
    if (answer.status === 200) return answer;
    throw errorOf(answer, this.#calls.kind);
  }
}

const PLATFORM = "Google Pub/Sub";

function errorOf(answer: HttpResponse, kind: CredentialKind): ConnectorError {
  const refusal = parseRefusal(answer);
  switch (refusal?.status) {
    case "UNAUTHENTICATED":
      return createRejectedCredentials(kind);
    case "PERMISSION_DENIED":
      return refusal.reasons.includes("SERVICE_DISABLED")
        ? new MissingPermission(SWITCHED_OFF, "pubsub.googleapis.com")
        : notAllowed();
    case "NOT_FOUND":
      return new NotFound(NO_SUBSCRIPTION);
    case "RESOURCE_EXHAUSTED":
      return new RateLimited("Google Pub/Sub asks us to wait.", 30_000);
    case "INVALID_ARGUMENT":
    case "FAILED_PRECONDITION":
      return new Refused(IT_PUSHES);
    default:
      return new Unreachable(`Google Pub/Sub gave no usable answer (HTTP ${answer.status}).`, {
        mayHaveHappened: answer.isWrite,
      });
  }
}

/**
 * The role roles/pubsub.subscriber permits pulling, and roles/pubsub.viewer permits reading the topic.
 * https://cloud.google.com/pubsub/docs/access-control
 */
const notAllowed = () =>
  new MissingPermission(
    "The service account may not use the Pub/Sub subscription. Give it the roles Pub/Sub Subscriber and Pub/Sub Viewer on it.",
    CONSUME,
  );
const NO_SUBSCRIPTION = "Google does not know the Pub/Sub subscription. Check its name, and that it was not deleted.";
const TOPIC_GONE =
  "The topic of the Pub/Sub subscription was deleted. Make a topic with a new subscription, and enter that.";
const IT_PUSHES =
  "Nothing can be pulled from the Pub/Sub subscription. Make one whose delivery type is Pull, and enter that.";
const SWITCHED_OFF = "The Cloud Pub/Sub API is switched off in the Google Cloud project. Enable it there.";
