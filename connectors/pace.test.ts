import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPace as createPaceOf, type PaceClock } from "./pace.ts";

/** Replaces time for the test, because fake timers do not cover node:timers/promises. */
const time: PaceClock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
const createPace = (platform: string, perSecond?: number) => createPaceOf(platform, perSecond, time);

describe("the pace of calls", () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());

  /** The times, in milliseconds, at which parallel calls are permitted. */
  async function turns(pace: ReturnType<typeof createPace>, count: number, credential = "a"): Promise<number[]> {
    const at: number[] = [];
    const all = Array.from({ length: count }, () => pace.turn(credential).then(() => void at.push(Date.now())));
    await vi.runAllTimersAsync();
    await Promise.all(all);
    return at.map((ms) => Math.round(ms / 100) * 100);
  }

  it("permits three calls at once and then three a second", async () => {
    expect(await turns(createPace("Notion", 3), 7)).toEqual([0, 0, 0, 300, 700, 1000, 1300]);
  });

  it("limits each credential separately", async () => {
    const pace = createPace("Notion", 3);
    await pace.turn("a");
    await pace.turn("a");
    await pace.turn("a");
    expect(await turns(pace, 1, "b")).toEqual([0]);
  });

  it("permits no call before a Retry-After has passed, not even a call that already waits", async () => {
    const pace = createPace("Notion", 3);
    const waiting = turns(pace, 4);
    await pace.pause("a", 2_000);
    expect((await waiting).at(-1)).toBe(2_000);
  });

  it("throws for a long wait and does not block the worker", async () => {
    const pace = createPace("Confluence");
    await expect(pace.pause("a", 60_000)).rejects.toThrow("Confluence asks us to wait until 00:01 UTC.");
    await expect(pace.turn("a")).rejects.toMatchObject({ retryAfterMs: 60_000 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await turns(pace, 1)).toEqual([60_000]);
  });
});
