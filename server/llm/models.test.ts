import { describe, expect, it } from "vitest";
import { findReachedCap, listAlmostReachedCaps } from "./budget.ts";
import { computeCost } from "./call-parts.ts";
import { estimateDollars, estimateMinutes } from "./estimate.ts";
import { CallLimiter } from "./limiter.ts";
import { findKnownModel, findPrice, parsePrices } from "./models.ts";

const NOVEMBER = new Date("2026-11-28T12:00:00Z");

describe("The price of a model", () => {
  it("the price depends on the size of the question and the day", () => {
    expect(findPrice("claude-haiku-5-5", 100_000, NOVEMBER)).toMatchObject({ input: 0.1, output: 0.5 });
    expect(findPrice("claude-haiku-5-5", 100_001, NOVEMBER)).toMatchObject({ input: 0.5, output: 2.5 });
    expect(findPrice("gpt-6.2-sol", 300_000, NOVEMBER)).toMatchObject({ input: 4, output: 15 });
    expect(findPrice("gemini-4-argon", 1, NOVEMBER)).toMatchObject({ input: 2 });
    expect(findPrice("gemini-4-argon", 1, new Date("2026-12-01T00:00:00Z"))).toMatchObject({ input: 4 });
  });

  it("the price is known for a model's dated names and for those of OpenRouter and Bedrock, and not for unknown models", () => {
    for (const name of [
      "claude-haiku-5-5-20261001",
      "anthropic/claude-haiku-5-5",
      "us.anthropic.claude-haiku-5-5-v1:0",
    ])
      expect(findKnownModel(name)?.size).toBe("small");
    expect(findKnownModel("my-llama")).toBeNull();
    expect(findPrice("my-llama", 1)).toBeNull();
  });

  it("tokens from the provider's cache have their own price", () => {
    const model = { priceOf: (tokens: number) => findPrice("claude-sonnet-5-5", tokens, NOVEMBER) };
    const usage = { inputTokens: 10_000, outputTokens: 1_000, cachedTokens: 8_000, cacheWriteTokens: 1_000 };
    // 1,000 plain tokens at 2, 8,000 tokens from the cache at 0.10, 1,000 tokens written to the cache at 2.50, 1,000 output
    // tokens at 10.
    expect(computeCost(model, usage)).toBe(2_000 + 800 + 2_500 + 10_000);
  });

  it("the operator can set the price", () => {
    const prices = parsePrices(["our-model=0.20/0.80", "claude-sonnet-5-5=1/5/0.05"]);
    expect(prices.get("our-model")).toMatchObject({ input: 0.2, output: 0.8, cachedInput: 0.2 });
    expect(prices.get("claude-sonnet-5-5")).toMatchObject({ input: 1, output: 5, cachedInput: 0.05 });
  });
});

describe("Calls of one key", () => {
  it("calls of one key stay within the requests and tokens a minute that the provider's headers name", () => {
    const clock = { now: 1_000_000 };
    const limiter = new CallLimiter(
      { requests: null, tokens: null },
      { requests: null, tokens: null },
      () => clock.now,
    );
    expect(limiter.take(10)).toBe(0);
    limiter.learn({ "anthropic-ratelimit-requests-limit": "2", "anthropic-ratelimit-input-tokens-limit": "1000" });
    expect(limiter.take(500)).toBe(0);
    expect(limiter.take(10)).toBe(60_000);
    clock.now += 60_000;
    expect(limiter.take(900)).toBe(0);
    expect(limiter.take(200)).toBe(60_000);
  });

  it("calls of one key wait as long as the provider says when the limit is reached, and the operator's own limit comes first", () => {
    const clock = { now: 1_000_000 };
    const limiter = new CallLimiter({ requests: 1, tokens: null }, { requests: 40, tokens: null }, () => clock.now);
    limiter.learn({
      "x-ratelimit-limit-requests": "500",
      "x-ratelimit-remaining-requests": "0",
      "x-ratelimit-reset-requests": "6s",
    });
    expect(limiter.take(1)).toBe(6_000);
    clock.now += 6_000;
    expect([limiter.take(1), limiter.take(1)]).toEqual([0, 60_000]);
  });
});

describe("The caps of a workspace", () => {
  const caps = { dailyDollars: 5, monthlyDollars: 20, dailyTokens: null };
  const spent = (day: number, month: number) => ({
    day: { micros: day * 1e6, tokens: 0 },
    month: { micros: month * 1e6 },
  });
  const none = { micros: 0, tokens: 0 };

  it("the caps of a workspace end at midnight and with the month, and are reported at four fifths", () => {
    expect(findReachedCap(caps, spent(4, 15), none, { isPaid: true, isQuestion: true })).toBeNull();
    const day = findReachedCap(caps, spent(5, 15), none, { isPaid: true, isQuestion: true });
    expect(day?.until.getUTCHours()).toBe(0);
    expect(day?.sentence).toContain("Today's 5 US dollars");
    expect(findReachedCap(caps, spent(1, 20), none, { isPaid: true, isQuestion: true })?.until.getUTCDate()).toBe(1);
    expect(findReachedCap(caps, spent(5, 20), none, { isPaid: false, isQuestion: true })).toBeNull();
    expect(listAlmostReachedCaps(caps, spent(4, 15))).toEqual(["day"]);
    expect(listAlmostReachedCaps(caps, spent(1, 16))).toEqual(["month"]);
    expect(listAlmostReachedCaps(caps, spent(1, 1))).toEqual([]);
  });
});

it("an estimate grows with the messages and is a range", () => {
  const price = (name: string) => findPrice(name, 1, NOVEMBER) as NonNullable<ReturnType<typeof findPrice>>;
  const prices = {
    fast: price("claude-haiku-5-5"),
    main: price("claude-sonnet-5-5"),
    check: price("claude-haiku-5-5"),
  };
  const [one, ten] = [estimateDollars({ messages: 1_000 }, prices), estimateDollars({ messages: 10_000 }, prices)];
  expect(one.least).toBeGreaterThan(0.05);
  expect(one.most).toBeLessThan(1.5);
  expect(ten.most).toBeCloseTo(one.most * 10, 2);
  expect(estimateMinutes({ messages: 3_400 }).most).toBeGreaterThan(estimateMinutes({ messages: 3_400 }).least);
});
