import { type CallClocks, type CallRate, createMemoryClocks } from "../call-clocks.ts";
import type { OnPause } from "../chat-source.ts";
import { createRateLimited } from "../errors.ts";

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

/** The calls per minute that Slack permits one app in one workspace. https://docs.slack.dev/apis/web-api/rate-limits */
const TIER: Record<SlackMethod, number> = {
  "auth.test": 100,
  "auth.teams.list": 20,
  // Slack's tier 1 permits bursts, which happen if a person tests the credentials several times.
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
/** A job with a longer wait returns to the queue, so that its worker can do other work. */
const LONGEST_SLEEP_MS = 30_000;
/** The shortest pause that is reported to the caller. */
const WORTH_TELLING_MS = 2_000;
/** The number of restricted responses after which we treat the app as commercially distributed. */
const SIGNS_NEEDED = 2;
/** The messages per request of an app that Slack restricts to slow reading. */
export const SLOW_PAGE_MESSAGES = 15;

/** The shared clocks apply no rate, because this file applies Slack's rates. The clocks only store Slack's pauses. */
const NO_RATE: CallRate = { intervalMs: 0, burstMs: 0, longestWaitMs: LONGEST_SLEEP_MS };

interface WorkspaceClock {
  calls: Map<SlackMethod, number[]>;
  signsOfSlowness: number;
}

export interface RateLimitsOptions {
  /** `slack`: apply Slack's rates. `none`: only pause after status 429, for a server without rates. */
  pace: "slack" | "none";
  /**
   * `commercial`: an app that is sold outside Slack's Marketplace. Since 2025-05-29 it may read history and replies
   * once a minute.
   */
  distribution: "internal" | "commercial";
  now: () => number;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Clocks that store a Retry-After. If absent, this process uses its own. */
  clocks?: CallClocks | undefined;
}

/**
 * Limits calls to Slack. Slack counts by workspace and method, so each pair of them has its own clock, and a refusal
 * for one customer never slows another.
 */
export class RateLimits {
  readonly #options: RateLimitsOptions;
  readonly #closed: CallClocks;
  readonly #workspaces = new Map<string, WorkspaceClock>();

  constructor(options: RateLimitsOptions) {
    this.#options = options;
    this.#closed = options.clocks ?? createMemoryClocks(options.now);
  }

  /**
   * Resolves when the call may be sent. Throws `RateLimited` for a long wait, unless the caller accepts waiting with
   * `onPause`.
   */
  async turn(workspace: string, method: SlackMethod, signal?: AbortSignal, onPause?: OnPause): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const closed = await this.#closed.pausedMs(keyOf(workspace, method));
      const now = this.#options.now();
      const wait = Math.max(closed, this.#waitOfTier(workspace, method, now));
      if (wait <= 0) break;
      if (wait > LONGEST_SLEEP_MS && !onPause) throw createRateLimited("Slack", wait, now);
      if (wait > WORTH_TELLING_MS) onPause?.(wait);
      await this.#options.sleep(wait, signal);
    }
    this.#calls(workspace, method).push(this.#options.now());
  }

  /** Records that Slack refused a call with status 429. */
  async refused(workspace: string, method: SlackMethod, retryAfterMs: number): Promise<void> {
    if (READS.has(method) && retryAfterMs >= LONGEST_SLEEP_MS) this.#clock(workspace).signsOfSlowness += 1;
    await this.#closed.pause(keyOf(workspace, method), retryAfterMs, NO_RATE);
  }

  /** Records that Slack returned only `got` of `asked` messages, although the channel contains more. */
  answered(workspace: string, asked: number, got: number, more: boolean): void {
    if (asked > SLOW_PAGE_MESSAGES && got === SLOW_PAGE_MESSAGES && more) this.#clock(workspace).signsOfSlowness += 1;
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
