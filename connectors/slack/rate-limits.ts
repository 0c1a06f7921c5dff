import { type CallClocks, type CallRate, memoryClocks } from "../call-clocks.ts";
import type { OnPause } from "../chat-source.ts";
import { asksToWait } from "../errors.ts";

export type SlackMethod =
  | "auth.test"
  | "auth.teams.list"
  | "apps.connections.open"
  | "conversations.list"
  | "conversations.history"
  | "conversations.replies"
  | "conversations.info"
  | "conversations.join"
  | "conversations.members"
  | "users.conversations"
  | "users.lookupByEmail"
  | "users.info"
  | "users.list"
  | "chat.postMessage"
  | "chat.update"
  | "assistant.threads.setStatus"
  | "assistant.threads.setSuggestedPrompts"
  | "views.open";

/** Requests a minute for one app in one workspace. https://docs.slack.dev/apis/web-api/rate-limits */
const TIER: Record<SlackMethod, number> = {
  "auth.test": 100,
  "auth.teams.list": 20,
  // Tier 1, which allows bursts: a person tests a few times in a row.
  "apps.connections.open": 20,
  "users.info": 100,
  "views.open": 100,
  "assistant.threads.setStatus": 100,
  "assistant.threads.setSuggestedPrompts": 100,
  "conversations.members": 100,
  "users.lookupByEmail": 50,
  "conversations.history": 50,
  "conversations.replies": 50,
  "conversations.info": 50,
  "users.conversations": 50,
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
/** A shorter pause is nothing to tell of. */
const WORTH_TELLING_MS = 2_000;
/** So often must Slack show that it treats the app as commercially distributed before we believe it. */
const SIGNS_NEEDED = 2;
/** Messages a request for such an app. */
export const SLOW_PAGE = 15;

/** Slack's tiers are kept here; the shared clocks know only its pauses. */
const NO_RATE: CallRate = { intervalMs: 0, burstMs: 0, longestWaitMs: LONGEST_SLEEP_MS };

interface WorkspaceClock {
  calls: Map<SlackMethod, number[]>;
  signsOfSlowness: number;
}

export interface RateLimitsOptions {
  /** `slack`: keep to its tiers. `none`: only obey 429, for a server without tiers. */
  pace: "slack" | "none";
  /** `commercial`: an app sold outside the Marketplace, one request a minute for history and replies (since 2025-05-29). */
  distribution: "internal" | "commercial";
  now: () => number;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Where a Retry-After is kept; this process's own when absent. */
  clocks?: CallClocks | undefined;
}

/** Slack counts by workspace and method, so one clock each; one customer's 429 never slows another. */
export class RateLimits {
  readonly #options: RateLimitsOptions;
  readonly #closed: CallClocks;
  readonly #workspaces = new Map<string, WorkspaceClock>();

  constructor(options: RateLimitsOptions) {
    this.#options = options;
    this.#closed = options.clocks ?? memoryClocks(options.now);
  }

  /** Resolves when the call may be made. Throws `RateLimited` when that is too far off, unless `onPause` waits for it. */
  async turn(workspace: string, method: SlackMethod, signal?: AbortSignal, onPause?: OnPause): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const closed = await this.#closed.pausedMs(keyOf(workspace, method));
      const now = this.#options.now();
      const wait = Math.max(closed, this.#waitOfTier(workspace, method, now));
      if (wait <= 0) break;
      if (wait > LONGEST_SLEEP_MS && !onPause) throw asksToWait("Slack", wait, now);
      if (wait > WORTH_TELLING_MS) onPause?.(wait);
      await this.#options.sleep(wait, signal);
    }
    this.#calls(workspace, method).push(this.#options.now());
  }

  /** Slack said 429. */
  async refused(workspace: string, method: SlackMethod, retryAfterMs: number): Promise<void> {
    if (READS.has(method) && retryAfterMs >= LONGEST_SLEEP_MS) this.#clock(workspace).signsOfSlowness += 1;
    await this.#closed.pause(keyOf(workspace, method), retryAfterMs, NO_RATE);
  }

  /** Slack gave `got` messages of the `asked` although there are more. */
  answered(workspace: string, asked: number, got: number, more: boolean): void {
    if (asked > SLOW_PAGE && got === SLOW_PAGE && more) this.#clock(workspace).signsOfSlowness += 1;
  }

  isSlow(workspace: string): boolean {
    return this.#options.distribution === "commercial" || this.#clock(workspace).signsOfSlowness >= SIGNS_NEEDED;
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
    const clock = { calls: new Map(), signsOfSlowness: 0 };
    this.#workspaces.set(workspace, clock);
    return clock;
  }
}

const keyOf = (workspace: string, method: SlackMethod) => `Slack ${workspace} ${method}`;
