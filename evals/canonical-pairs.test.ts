import { beforeAll, describe, expect, it } from "vitest";
import { compareKnowledge } from "../server/pipeline/local-engine/same-knowledge.ts";
import { createSentenceEncoder } from "../server/pipeline/sentence-encoder/sentence-encoder.ts";
import { isSame, pairsOfHalf } from "./canonical-pairs.ts";

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
