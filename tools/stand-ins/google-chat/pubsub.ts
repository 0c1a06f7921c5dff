import { setTimeout as sleep } from "node:timers/promises";
import { GoogleChatFailure } from "./failure.ts";
import type { GoogleChatToken } from "./tokens.ts";

export interface PubsubMessage {
  /** The message's content in base64. */
  data: string;
  attributes: Record<string, string>;
  messageId: string;
  publishTime: string;
}

/** A topic with one subscription, and settings that a test can change. */
export interface PubsubTopic {
  /** The topic's name: projects/P/topics/T. */
  topic: string;
  /** The subscription's name: projects/P/subscriptions/S. */
  subscription: string;
  /** Whether Google Chat may publish to the topic. */
  isOpen: boolean;
  isTopicDeleted: boolean;
  /** `mayPull`: callers have the subscriber's role. `mayView`: callers have the viewer's role. */
  mayPull: boolean;
  mayView: boolean;
  pushEndpoint: string;
  ackDeadlineMs: number;
  /** The number of times that each message is delivered, even if it was acknowledged. */
  copies: number;
  /** True to deliver the newest message first. */
  isReversed: boolean;
}

interface QueuedMessage {
  message: PubsubMessage;
  /** The ids for acknowledging the message, one per delivery. */
  ackIds: string[];
  /** The time of the next delivery, in milliseconds. */
  leasedUntil: number;
  copiesLeft: number;
}

const CHECK_EVERY_MS = 5;

/**
 * Cloud Pub/Sub, which delivers messages at least once and in any order.
 * https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions
 */
export class PubsubStandIn {
  readonly pipes: PubsubTopic[];
  /** The longest wait for messages, in milliseconds. */
  pullWaitMs = 1000;
  readonly #waiting = new Map<PubsubTopic, QueuedMessage[]>();
  readonly #now: () => number;
  #count = 0;
  #isClosed = false;

  constructor(pipes: Pick<PubsubTopic, "topic" | "subscription">[], now: () => number) {
    this.#now = now;
    this.pipes = pipes.map((names) => ({
      isOpen: true,
      isTopicDeleted: false,
      mayPull: true,
      mayView: true,
      pushEndpoint: "",
      ackDeadlineMs: 10_000,
      copies: 1,
      isReversed: false,
      ...names,
    }));
  }

  pipe(topic: string): PubsubTopic | undefined {
    return this.pipes.find((candidate) => candidate.topic === topic && !candidate.isTopicDeleted);
  }

  publish(pipe: PubsubTopic, attributes: Record<string, string>, data: object): void {
    this.#count += 1;
    const message = {
      data: Buffer.from(JSON.stringify(data)).toString("base64"),
      attributes,
      messageId: `${7_000_000 + this.#count}`,
      publishTime: new Date(this.#now()).toISOString(),
    };
    this.#of(pipe).push({ message, ackIds: [], leasedUntil: 0, copiesLeft: pipe.copies });
  }

  /** Returns the number of messages that are not acknowledged. */
  backlog(pipe: PubsubTopic): number {
    return this.#of(pipe).length;
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Answers a call. `verb` is the part of the path after the colon; null for the subscription itself. */
  async answer(caller: GoogleChatToken, name: string, verb: string | null, body: Record<string, unknown>) {
    if (!caller.scopes.includes("pubsub"))
      throw new GoogleChatFailure("PERMISSION_DENIED", "Request had insufficient authentication scopes.", {
        reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
      });
    const pipe = this.pipes.find(({ subscription }) => subscription === name);
    if (!pipe) throw new GoogleChatFailure("NOT_FOUND", "Resource not found (resource=stand-in).");
    if (verb === "testIamPermissions") return granted(pipe, body["permissions"]);
    if (verb === null) return described(pipe);
    if (!pipe.mayPull) throw new GoogleChatFailure("PERMISSION_DENIED", "User not authorized to perform this action.");
    if (verb === "pull") return this.#pull(pipe, Number(body["maxMessages"]));
    if (verb === "acknowledge") return this.#acknowledge(pipe, body["ackIds"]);
    throw new GoogleChatFailure("NOT_FOUND", "Unknown method.");
  }

  async #pull(pipe: PubsubTopic, maxMessages: number): Promise<object> {
    if (!(maxMessages > 0)) throw new GoogleChatFailure("INVALID_ARGUMENT", "max_messages must be positive.");
    if (pipe.pushEndpoint) throw new GoogleChatFailure("FAILED_PRECONDITION", "The subscription pushes.");
    for (let waited = 0; ; waited += CHECK_EVERY_MS) {
      const ready = this.#of(pipe).filter(({ leasedUntil }) => leasedUntil <= this.#now());
      if (pipe.isReversed) ready.reverse();
      const receivedMessages = ready.slice(0, maxMessages).map((waiting) => {
        this.#count += 1;
        const ackId = `ack-${this.#count}`;
        waiting.ackIds.push(ackId);
        waiting.leasedUntil = this.#now() + pipe.ackDeadlineMs;
        return { ackId, message: waiting.message };
      });
      if (receivedMessages.length > 0) return { receivedMessages };
      if (this.#isClosed || waited >= this.pullWaitMs) return {};
      await sleep(CHECK_EVERY_MS);
    }
  }

  #acknowledge(pipe: PubsubTopic, ackIds: unknown): object {
    if (!Array.isArray(ackIds) || ackIds.length === 0)
      throw new GoogleChatFailure("INVALID_ARGUMENT", "No ack ids specified.");
    const left = this.#of(pipe).filter((waiting) => {
      if (!waiting.ackIds.some((id) => ackIds.includes(id))) return true;
      waiting.copiesLeft -= 1;
      waiting.leasedUntil = 0;
      return waiting.copiesLeft > 0;
    });
    this.#waiting.set(pipe, left);
    return {};
  }

  #of(pipe: PubsubTopic): QueuedMessage[] {
    const waiting = this.#waiting.get(pipe) ?? [];
    this.#waiting.set(pipe, waiting);
    return waiting;
  }
}

function granted({ mayPull, mayView }: PubsubTopic, asked: unknown) {
  const held = [...(mayPull ? ["pubsub.subscriptions.consume"] : []), ...(mayView ? ["pubsub.subscriptions.get"] : [])];
  const permissions = Array.isArray(asked) ? held.filter((one) => asked.includes(one)) : [];
  return { ...(permissions.length > 0 && { permissions }) };
}

function described(pipe: PubsubTopic) {
  if (!pipe.mayView) throw new GoogleChatFailure("PERMISSION_DENIED", "User not authorized to perform this action.");
  return {
    name: pipe.subscription,
    topic: pipe.isTopicDeleted ? "_deleted_topic_" : pipe.topic,
    pushConfig: pipe.pushEndpoint ? { pushEndpoint: pipe.pushEndpoint } : {},
    ackDeadlineSeconds: Math.ceil(pipe.ackDeadlineMs / 1000),
    messageRetentionDuration: "604800s",
    expirationPolicy: { ttl: "2678400s" },
    state: "ACTIVE",
  };
}
