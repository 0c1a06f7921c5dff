import { expect, it } from "vitest";
import { errorRateOf, formatPercent } from "./figures.ts";

it("ANLY-004 ANLY-007 takes the errors among all logs, and 0 without logs", () => {
  expect(formatPercent(errorRateOf({ error: 1, total: 3 }))).toBe("33.3%");
  expect(formatPercent(100 - errorRateOf({ error: 1, total: 3 }))).toBe("66.7%");
  expect(formatPercent(errorRateOf({ error: 0, total: 0 }))).toBe("0%");
});
