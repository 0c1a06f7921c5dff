import { describe, expect, it } from "vitest";
import { compareKnowledge } from "../server/pipeline/local-engine/same-knowledge.ts";
import { isSame, readCanonicalPairs } from "./canonical-pairs.ts";

describe("pairs read by a person", () => {
  const pairs = readCanonicalPairs().map((pair) => ({ pair, ...compareKnowledge(pair.known, pair.fresh) }));
  const merged = pairs.filter(({ relation }) => relation !== "different");

  it("are rarely merged wrongly, and half of those that belong together are found", () => {
    expect(pairs.length).toBeGreaterThan(200);
    expect(merged.filter(({ pair }) => isSame(pair)).length / merged.length).toBeGreaterThan(0.96);
    const same = pairs.filter(({ pair }) => isSame(pair));
    expect(same.filter(({ relation }) => relation !== "different").length / same.length).toBeGreaterThan(0.5);
  });

  it("show their conflicts when they are merged", () => {
    const conflicts = merged.filter(({ pair }) => pair.class === "contradiction");
    const found = conflicts.filter(({ relation }) => relation === "contradicts");
    expect(found.length / conflicts.length).toBeGreaterThan(0.75);
  });
});
