/**
 * The rate limits. `tiers`: Slack's own limit for every method, and one message per second and channel. `one-a-minute`:
 * the limits of an app that is sold outside of the Marketplace, with 15 messages per request.
 */
export type LimitMode = "off" | "tiers" | "one-a-minute";

const TIER_2 = 20;
const TIER_3 = 50;
const TIER_4 = 100;
const REQUESTS_A_MINUTE: Record<string, number> = {
  "auth.test": TIER_4,
  "users.info": TIER_4,
  "users.list": TIER_2,
  "conversations.list": TIER_2,
  "conversations.members": TIER_4,
  "views.open": TIER_4,
};
/**
 * The method for posting. It is limited to one message per second and channel, with short bursts.
 * https://docs.slack.dev/apis/web-api/rate-limits
 */
const POST = "chat.postMessage";
const BURST = { calls: 10, ms: 10_000 };
const READS = ["conversations.history", "conversations.replies"];

export class RequestLimits {
  mode: LimitMode;
  readonly #now: () => number;
  readonly #calls = new Map<string, number[]>();

  constructor(mode: LimitMode, now: () => number) {
    this.mode = mode;
    this.#now = now;
  }

  /** Returns the seconds to wait if the call exceeds the limit; null if the call is permitted. */
  refuse(token: string, method: string, channel: string): number | null {
    if (this.mode === "off") return null;
    if (method === POST) return this.#take(`${token} ${POST} ${channel}`, BURST);
    const slow = this.mode === "one-a-minute" && READS.includes(method);
    const calls = slow ? 1 : (REQUESTS_A_MINUTE[method] ?? TIER_3);
    return this.#take(`${token} ${method}`, { calls, ms: 60_000 });
  }

  #take(key: string, allowed: { calls: number; ms: number }): number | null {
    const now = this.#now();
    const recent = (this.#calls.get(key) ?? []).filter((at) => at > now - allowed.ms);
    this.#calls.set(key, recent);
    const oldest = recent[0];
    if (recent.length >= allowed.calls && oldest !== undefined)
      return Math.max(1, Math.ceil((oldest + allowed.ms - now) / 1000));
    recent.push(now);
    return null;
  }

  pageSize(method: string, asked: number): number {
    return this.mode === "one-a-minute" && READS.includes(method) ? Math.min(asked, 15) : asked;
  }
}
