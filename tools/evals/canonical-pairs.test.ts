import { beforeAll, describe, expect, it } from "vitest";
import { compareKnowledge } from "../../engine/compare/same-knowledge.ts";
import type { Encoder } from "../../engine/encoder/meaning.ts";
import { createSentenceEncoder } from "../../engine/encoder/sentence-encoder.ts";
import { belongsToArticle, readPairsOfHalf } from "./canonical-pairs.ts";
import { isConflict, readMatterPairs } from "./matters.ts";

const BUSINESS = readPairsOfHalf("check").filter(({ cluster }) => /^business-\d[02468]$/.test(cluster));
const MATTERS = readMatterPairs("check");
let encoder: Encoder;
// Encodes two thousand texts in full batches. One by one, this would take half as long again.
beforeAll(async () => {
  const texts = new Set<string>();
  const noting: Encoder = {
    encode: async (some) => {
      for (const text of some) texts.add(text);
      return some.map(() => undefined);
    },
  };
  for (const pair of [...BUSINESS, ...MATTERS]) await compareKnowledge(pair.known, pair.fresh, noting);
  encoder = createSentenceEncoder();
  await encoder.encode([...texts]);
});

describe("pairs of business conversations that were not used for fitting", () => {
  let pairs: { class: string; belongsToArticle: boolean; relation: string }[];
  beforeAll(async () => {
    pairs = [];
    for (const pair of BUSINESS) {
      const { relation } = await compareKnowledge(pair.known, pair.fresh, encoder);
      pairs.push({ class: pair.class, belongsToArticle: belongsToArticle(pair), relation });
    }
  });
  const share = (some: typeof pairs, is: (one: (typeof pairs)[number]) => boolean) =>
    some.filter(is).length / some.length;

  it("are rarely merged wrongly, and three of four that belong together are merged", () => {
    expect(pairs.length).toBeGreaterThan(200);
    const merged = pairs.filter(({ relation }) => relation !== "different");
    expect(share(merged, (one) => one.belongsToArticle)).toBeGreaterThan(0.98);
    const same = pairs.filter((one) => one.belongsToArticle);
    expect(share(same, ({ relation }) => relation !== "different")).toBeGreaterThan(0.75);
  });

  it("lose no contradiction and no update without a notification", () => {
    const news = pairs.filter((one) => one.class === "contradiction" || one.class === "update");
    expect(news.filter(({ relation }) => relation === "same")).toEqual([]);
  });
});

describe("topics that were written before the engine was measured on them", () => {
  it("are hardly ever merged wrongly, and no change or contradiction is lost without a notification", async () => {
    const judged: { belongsToArticle: boolean; isConflict: boolean; relation: string }[] = [];
    for (const pair of MATTERS) {
      const { relation } = await compareKnowledge(pair.known, pair.fresh, encoder);
      judged.push({ belongsToArticle: belongsToArticle(pair), isConflict: isConflict(pair), relation });
    }
    const merged = judged.filter(({ relation }) => relation !== "different");
    expect(merged.filter((one) => one.belongsToArticle).length / merged.length).toBeGreaterThan(0.97);
    const called = judged.filter(({ relation }) => relation === "contradicts");
    const right = called.filter((one) => one.isConflict).length;
    const all = judged.filter((one) => one.isConflict);
    expect((2 * right) / (called.length + all.length)).toBeGreaterThan(0.45);
    expect(all.filter(({ relation }) => relation === "same")).toEqual([]);
  });
});
