import { expect, it } from "vitest";
import { evaluateRedaction } from "./evaluate-redaction.ts";

it("at least 99 of 100 seeded secrets are removed completely, and at least 95 of each kind", () => {
  const [all, ...kinds] = evaluateRedaction();
  expect(all?.seeded).toBeGreaterThan(2_500);
  expect(all?.recall).toBeGreaterThanOrEqual(99);
  for (const { kind, recall } of kinds) expect(recall, kind).toBeGreaterThanOrEqual(95);
});
