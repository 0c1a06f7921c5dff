import { RateLimited } from "../errors.ts";

export type SlackMethod =
  | "auth.test"
  | "conversations.list"
  | "conversations.history"
  | "conversations.replies"
  | "conversations.info"
  | "conversations.join"
  | "users.info"
  | "users.list"
  | "chat.postMessage"
  | "chat.update";

/** Requests a minute for one app in one workspace. https://docs.slack.dev/apis/web-api/rate-limits */
const TIER: Record<SlackMethod, number> = {
  "auth.test": 100,
  "users.info": 100,
  "conversations.history": 50,
  "conversations.replies": 50,
  "conversations.info": 50,
  "conversations.join": 50,
  "chat.postMessage": 50,
  "chat.update": 50,
  "conversations.list": 20,
  "users.list": 20,
};
const READS: ReadonlySet<SlackMethod> = new Set(["conversations.history", "conversations.replies"]);

const MINUTE_MS = 60_000;
/** A longer wait is not slept through: the job goes back and another one gets the worker. */
const LONGEST_SLEEP_MS = 30_000;
/** So often must Slack show that it treats the app as commercially distributed before we believe it. */
const SIGNS_NEEDED = 2;
/** Messages a request for such an app. */
export const SLOW_PAGE = 15;

interface WorkspaceClock {
  calls: Map<SlackMethod, number[]>;
  closedUntil: Map<SlackMethod, number>;
  signsOfSlowness: number;
}

export interface RateLimitsOptions {
  /** `slack`: keep to its tiers. `none`: only obey 429, for a server without tiers. */
  pace: "slack" | "none";
  /** `commercial`: an app sold outside the Marketplace, one request a minute for history and replies (since 2025-05-29). */
  distribution: "internal" | "commercial";
  now: () => number;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Slack counts by workspace and method, so one clock each; one customer's 429 never slows another. */
export class RateLimits {
  readonly #options: RateLimitsOptions;
  readonly #workspaces = new Map<string, WorkspaceClock>();

  constructor(options: RateLimitsOptions) {
    this.#options = options;
  }

  /** Resolves when the call may be made. Throws `RateLimited` when that is too far off. */
  async turn(workspace: string, method: SlackMethod, signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const wait = this.#waitFor(workspace, method);
      if (wait <= 0) break;
      if (wait > LONGEST_SLEEP_MS) throw rateLimited(wait);
      await this.#options.sleep(wait, signal);
    }
    this.#calls(workspace, method).push(this.#options.now());
  }

  /** Slack said 429. */
  refused(workspace: string, method: SlackMethod, retryAfterMs: number): void {
    const clock = this.#clock(workspace);
    clock.closedUntil.set(method, this.#options.now() + retryAfterMs);
    if (READS.has(method) && retryAfterMs >= LONGEST_SLEEP_MS) clock.signsOfSlowness += 1;
  }

  /** Slack gave `got` messages of the `asked` although there are more. */
  answered(workspace: string, asked: number, got: number, more: boolean): void {
    if (asked > SLOW_PAGE && got === SLOW_PAGE && more) this.#clock(workspace).signsOfSlowness += 1;
  }

  isSlow(workspace: string): boolean {
    return this.#options.distribution === "commercial" || this.#clock(workspace).signsOfSlowness >= SIGNS_NEEDED;
  }

  #waitFor(workspace: string, method: SlackMethod): number {
    const now = this.#options.now();
    const closed = (this.#clock(workspace).closedUntil.get(method) ?? 0) - now;
    return Math.max(closed, this.#waitOfTier(workspace, method, now));
  }

  #waitOfTier(workspace: string, method: SlackMethod, now: number): number {
    const slow = READS.has(method) && this.isSlow(workspace);
    if (this.#options.pace === "none" && !slow) return 0;
    const calls = this.#calls(workspace, method);
    while (calls[0] !== undefined && calls[0] <= now - MINUTE_MS) calls.shift();
    const freedBy = calls.at(-(slow ? 1 : TIER[method]));
    return freedBy === undefined ? 0 : freedBy + MINUTE_MS - now;
  }

  #calls(workspace: string, method: SlackMethod): number[] {
    const { calls } = this.#clock(workspace);
    const known = calls.get(method) ?? [];
    calls.set(method, known);
    return known;
  }

  #clock(workspace: string): WorkspaceClock {
    const known = this.#workspaces.get(workspace);
    if (known) return known;
    const clock = { calls: new Map(), closedUntil: new Map(), signsOfSlowness: 0 };
    this.#workspaces.set(workspace, clock);
    return clock;
  }
}

export function rateLimited(retryAfterMs: number): RateLimited {
  const seconds = Math.ceil(retryAfterMs / 1000);
  return new RateLimited(`Slack asks to wait ${seconds} s before it is read again.`, retryAfterMs);
}
