import { beforeAll, describe, expect, it } from "vitest";
import { compareKnowledge } from "../server/pipeline/local-engine/same-knowledge.ts";
import { createSentenceEncoder } from "../server/pipeline/sentence-encoder/sentence-encoder.ts";
import { isSame, pairsOfHalf } from "./canonical-pairs.ts";
import { isConflict, matterPairs } from "./matters.ts";

// The meaning of some hundred texts is read.
describe("pairs of business conversations that nothing was fitted on", () => {
  let pairs: { class: string; isSame: boolean; relation: string }[];
  beforeAll(async () => {
    const encoder = createSentenceEncoder();
    pairs = [];
    for (const pair of pairsOfHalf("check").filter(({ cluster }) => /^business-\d[02468]$/.test(cluster))) {
      const { relation } = await compareKnowledge(pair.known, pair.fresh, encoder);
      pairs.push({ class: pair.class, isSame: isSame(pair), relation });
    }
  });
  const share = (some: typeof pairs, is: (one: (typeof pairs)[number]) => boolean) =>
    some.filter(is).length / some.length;

  it("are rarely merged wrongly, and three of four that belong together are found", () => {
    expect(pairs.length).toBeGreaterThan(200);
    const merged = pairs.filter(({ relation }) => relation !== "different");
    expect(share(merged, (one) => one.isSame)).toBeGreaterThan(0.98);
    const same = pairs.filter((one) => one.isSame);
    expect(share(same, ({ relation }) => relation !== "different")).toBeGreaterThan(0.75);
  });

  it("lose no contradiction and no update in silence", () => {
    const news = pairs.filter((one) => one.class === "contradiction" || one.class === "update");
    expect(news.filter(({ relation }) => relation === "same")).toEqual([]);
  });
});

describe("matters that were written before the engine was asked about them", () => {
  it("merge hardly ever wrongly, and nothing that changed or contradicts is lost in silence", async () => {
    const encoder = createSentenceEncoder();
    const judged: { isSame: boolean; isConflict: boolean; relation: string }[] = [];
    for (const pair of matterPairs("check")) {
      const { relation } = await compareKnowledge(pair.known, pair.fresh, encoder);
      judged.push({ isSame: isSame(pair), isConflict: isConflict(pair), relation });
    }
    const merged = judged.filter(({ relation }) => relation !== "different");
    expect(merged.filter((one) => one.isSame).length / merged.length).toBeGreaterThan(0.97);
    const called = judged.filter(({ relation }) => relation === "contradicts");
    const right = called.filter((one) => one.isConflict).length;
    const all = judged.filter((one) => one.isConflict);
    expect((2 * right) / (called.length + all.length)).toBeGreaterThan(0.45);
    expect(all.filter(({ relation }) => relation === "same")).toEqual([]);
  });
});
