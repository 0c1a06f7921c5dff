/**
 * `listing`: Slack's 20 lists of channels a minute, and no other limit. `tiers`: Slack's requests a minute of every method.
 * `one-a-minute`: an app sold outside the Marketplace, also capped at 15 messages.
 */
export type LimitMode = "off" | "listing" | "tiers" | "one-a-minute";

const TIER_2 = 20;
const TIER_3 = 50;
const TIER_4 = 100;
const REQUESTS_A_MINUTE: Record<string, number> = {
  "auth.test": TIER_4,
  "users.info": TIER_4,
  "users.list": TIER_2,
  "conversations.list": TIER_2,
};
const READS = ["conversations.history", "conversations.replies"];

export class RequestLimits {
  mode: LimitMode;
  readonly #now: () => number;
  readonly #calls = new Map<string, number[]>();

  constructor(mode: LimitMode, now: () => number) {
    this.mode = mode;
    this.#now = now;
  }

  /** Seconds to wait when the call is one too many; null when it may go on. */
  refuse(token: string, method: string): number | null {
    if (this.mode === "off" || (this.mode === "listing" && method !== "conversations.list")) return null;
    const slow = this.mode === "one-a-minute" && READS.includes(method);
    const allowed = slow ? 1 : (REQUESTS_A_MINUTE[method] ?? TIER_3);
    const now = this.#now();
    const key = `${token} ${method}`;
    const recent = (this.#calls.get(key) ?? []).filter((at) => at > now - 60_000);
    this.#calls.set(key, recent);
    const oldest = recent[0];
    if (recent.length >= allowed && oldest !== undefined) return Math.max(1, Math.ceil((oldest + 60_000 - now) / 1000));
    recent.push(now);
    return null;
  }

  pageSize(method: string, asked: number): number {
    return this.mode === "one-a-minute" && READS.includes(method) ? Math.min(asked, 15) : asked;
  }
}
