import { expect, it } from "vitest";
import { formatPercent } from "./format-percent.ts";

it("ANLY-004 ANLY-007 a percentage has one digit at most, and is a dash where there is nothing to take a share of", () => {
  expect([100 / 3, 100 - 100 / 3, 0, null, undefined].map(formatPercent)).toEqual(["33.3%", "66.7%", "0%", "–", "–"]);
});
