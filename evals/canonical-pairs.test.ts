import { beforeAll, describe, expect, it } from "vitest";
import { compareKnowledge } from "../engine/compare/same-knowledge.ts";
import type { Encoder } from "../engine/encoder/meaning.ts";
import { createSentenceEncoder } from "../engine/encoder/sentence-encoder.ts";
import { isSame, readPairsOfHalf } from "./canonical-pairs.ts";
import { isConflict, readMatterPairs } from "./matters.ts";

const BUSINESS = readPairsOfHalf("check").filter(({ cluster }) => /^business-\d[02468]$/.test(cluster));
const MATTERS = readMatterPairs("check");
let encoder: Encoder;
// Encodes two thousand texts in full batches, which takes two thirds of the time of encoding one by one.
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

describe("pairs of business conversations that nothing was fitted on", () => {
  let pairs: { class: string; isSame: boolean; relation: string }[];
  beforeAll(async () => {
    pairs = [];
    for (const pair of BUSINESS) {
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
    const judged: { isSame: boolean; isConflict: boolean; relation: string }[] = [];
    for (const pair of MATTERS) {
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
