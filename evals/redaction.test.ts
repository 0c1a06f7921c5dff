import { expect, it } from "vitest";
import { evaluateRedaction } from "./evaluate-redaction.ts";

it("of 100 seeded secrets of each kind at least 99 are taken out, and no part of one stays", () => {
  const [all, ...kinds] = evaluateRedaction();
  expect(all?.seeded).toBeGreaterThan(2_500);
  expect(all?.recall).toBeGreaterThanOrEqual(99);
  for (const { kind, recall } of kinds) expect(recall, kind).toBeGreaterThanOrEqual(95);
});
