import { expect, it } from "vitest";
import type { Article } from "../../../shared/contract/articles.ts";
import { articles, logs, runOf } from "../../testing/sample-data.ts";
import { createdWithin, errorRateOf, meanSecondsOf } from "./figures.ts";

it("ANLY-005 counts the articles of the last 7 and of the last 30 days", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  const ofDaysAgo = (days: number) => ({
    ...(articles[0] as Article),
    createdAt: new Date(now - days * 86_400_000).toISOString(),
  });
  const written = [ofDaysAgo(2), ofDaysAgo(10), ofDaysAgo(40)];
  expect([createdWithin(written, 7, now), createdWithin(written, 30, now)]).toEqual([1, 2]);
});

it("ANLY-004 ANLY-007 takes the errors among all logs, and 0 without logs", () => {
  expect(errorRateOf(logs)).toBeCloseTo(33.3, 1);
  expect(errorRateOf([])).toBe(0);
});

it("ANLY-006 shows how long runs really took, and nothing before the first", () => {
  const run = runOf({ startedAt: "2026-11-20T14:00:00.000Z", finishedAt: "2026-11-20T14:00:02.300Z" });
  expect(meanSecondsOf([run, runOf({})])).toBeCloseTo(2.3);
  expect(meanSecondsOf([])).toBeNull();
});
