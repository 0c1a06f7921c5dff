import { ConnectorError, CredentialsRejected, RateLimited, Refused, Unreachable } from "../errors.ts";
import { findSpaceId } from "./space-id.ts";
import { type SpaceSubscription, SUBSCRIPTION_EXISTS, type WorkspaceEventsApi } from "./workspace-events-api.ts";

/**
 * The remaining lifetime at which a subscription is renewed. A subscription lasts 7 days, so this server may be down
 * for 4 days without losing one.
 */
const RENEWED_BEFORE_END_MS = 4 * 86_400_000;

/**
 * Maintains a subscription for each monitored space. Creates and renews the subscription, reactivates it after Google
 * suspended it, and removes it when the space is no longer monitored. Google's own list is the source of truth, because
 * several processes create subscriptions.
 */
export class SpaceSubscriptions {
  readonly #api: WorkspaceEventsApi;
  readonly #topic: string;
  readonly #now: () => number;
  /**
   * The spaces whose subscriptions this process created or renews. Other processes may use the same topic and remove
   * their own subscriptions.
   */
  readonly #kept: Set<string>;
  #isSettled = true;

  /** This instance adds spaces to `kept`. After the connection broke, the next instance gets the same set. */
  constructor(api: WorkspaceEventsApi, topic: string, { now, kept }: { now: () => number; kept: Set<string> }) {
    this.#api = api;
    this.#kept = kept;
    this.#topic = topic;
    this.#now = now;
  }

  /**
   * `trouble`: a sentence with the reason why some events do not arrive; null if all arrive. `isSettled`: nothing was
   * changed, so Google has no change in progress.
   */
  async keep(channelIds: readonly string[]): Promise<{ trouble: string | null; isSettled: boolean }> {
    this.#isSettled = true;
    const wanted = new Set(channelIds.map(findSpaceId).filter((id) => id !== null));
    const existing = await this.#api.list();
    const failures: string[] = [];
    for (const id of wanted) {
      const failure = await this.#keepOne(targetOf(id), existing.get(targetOf(id))).then(() => null, ofThisSpace);
      if (failure === null) this.#kept.add(id);
      else failures.push(failure);
    }
    for (const id of [...this.#kept].filter((kept) => !wanted.has(kept))) {
      const gone = existing.get(targetOf(id));
      if (gone && this.#isOurs(gone)) await this.#change(this.#api.remove(gone)).catch(ofThisSpace);
      this.#kept.delete(id);
    }
    return { trouble: troubleOf(failures, wanted.size), isSettled: this.#isSettled };
  }

  async #keepOne(target: string, known: SpaceSubscription | undefined): Promise<void> {
    if (!known || known.state === "DELETED") return this.#change(this.#api.create(target, this.#topic));
    if (!this.#isOurs(known)) throw new Refused(SUBSCRIPTION_EXISTS);
    if (known.state === "SUSPENDED") return this.#reactivate(known);
    if (Date.parse(known.expireTime ?? "") - this.#now() < RENEWED_BEFORE_END_MS)
      await this.#change(this.#api.renew(known));
  }

  async #change(change: Promise<void>): Promise<void> {
    this.#isSettled = false;
    await change;
  }

  /**
   * Reactivates a subscription. Throws even on success, because Google suspends the subscription again while the cause
   * exists, and only the next check shows this.
   */
  async #reactivate(known: SpaceSubscription): Promise<never> {
    await this.#api.reactivate(known).catch(ofThisSpace);
    throw new Refused(WHY_SUSPENDED[known.suspensionReason ?? ""] ?? SUSPENDED);
  }

  #isOurs({ notificationEndpoint }: SpaceSubscription): boolean {
    return notificationEndpoint?.pubsubTopic === this.#topic;
  }
}

const targetOf = (id: string) => `//chat.googleapis.com/spaces/${id}`;

/** Whether the error concerns all spaces and not just one. */
const isOfAll = (error: unknown) =>
  error instanceof CredentialsRejected || error instanceof RateLimited || error instanceof Unreachable;

function ofThisSpace(error: unknown): string {
  if (error instanceof ConnectorError && !isOfAll(error)) return error.message;
  throw error;
}

function troubleOf(failures: string[], spaces: number): string | null {
  const [first] = failures;
  if (first === undefined) return null;
  return failures.length === spaces ? first : `In ${failures.length} of ${spaces} spaces: ${first}`;
}

const SUSPENDED = "Google suspended the live events of the space for a reason it does not give.";
/** https://developers.google.com/workspace/events/reference/rest/v1/subscriptions#errortype */
const WHY_SUSPENDED: Readonly<Record<string, string>> = {
  USER_SCOPE_REVOKED:
    "Google suspended the live events because the approval of chat.app.messages.readonly was withdrawn. Have an administrator approve it again.",
  USER_AUTHORIZATION_FAILURE:
    "Google suspended the live events because the Chat app of the service account is no longer a member of the space. Add it again.",
  RESOURCE_DELETED: "Google suspended the live events because the space was deleted.",
  ENDPOINT_PERMISSION_DENIED:
    "Google suspended the live events because Google Chat may not publish to the topic. Give chat-api-push@system.gserviceaccount.com the role Pub/Sub Publisher on it.",
  ENDPOINT_NOT_FOUND:
    "Google suspended the live events because the topic is gone. Make a topic with a new subscription, and enter that.",
  ENDPOINT_RESOURCE_EXHAUSTED:
    "Google suspended the live events because the topic's quota is used up. Raise it in Google Cloud.",
};
