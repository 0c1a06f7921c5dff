import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../seeded-random.ts";
import { assignFolds } from "./folds.ts";
import { computeSparseLogit, fitPlattScaling, fitSparse } from "./logistic.ts";
import { fitRidge } from "./ridge-logistic.ts";

const random = createSeededRandom(1);
const rows = Array.from({ length: 400 }, () => Float64Array.of(random(), random(), random()));
describe("what the engine's weights are fitted with", () => {
  it("weighs words by what they say, and scales scores to the share they stand for", () => {
    const sparse = [0, 1].flatMap((target) =>
      Array.from({ length: 20 }, () => ({ inputs: Uint32Array.of(target), scale: 1, target, weight: 1 })),
    );
    const words = fitSparse(sparse, 2, 0.1, 50);
    expect(computeSparseLogit(words, Uint32Array.of(1), 1)).toBeGreaterThan(1);
    expect(computeSparseLogit(words, Uint32Array.of(0), 1)).toBeLessThan(-1);
    const scored = [-2, 2].flatMap((logit) =>
      [0, 0, 0, 1].map((target) => ({ logit, target: logit > 0 ? target : 0, weight: 1 })),
    );
    scored.push({ logit: -2, target: 1, weight: 1 });
    const scale = fitPlattScaling(scored);
    expect(1 / (1 + Math.exp(-(scale.slope * 2 + scale.offset)))).toBeCloseTo(0.25, 2);
  });

  it("never parts the rows of one group", () => {
    const groups = ["a", "b", "c", "a", "b", "d", "a"];
    const folds = assignFolds(groups, 3, 4);
    expect(new Set(folds.filter((_, index) => groups[index] === "a")).size).toBe(1);
    expect(new Set(folds).size).toBe(3);
  });
});

describe("logistic regression with a penalty", () => {
  const chance = (weights: number[], features: number[]) =>
    1 / (1 + Math.exp(-features.reduce((sum, value, place) => sum + value * (weights[place] ?? 0), 0)));

  it("tells a line, and by the share of each side how likely it is", () => {
    const side = rows.map(([a = 0, b = 0]) => ({ features: [1, a, b], is: a > 0.5, weight: 1 }));
    const fitted = fitRidge(side, 0.001);
    expect(chance(fitted, [1, 0.9, 0.5])).toBeGreaterThan(0.9);
    expect(chance(fitted, [1, 0.1, 0.5])).toBeLessThan(0.1);
    const even = rows.map(([a = 0], place) => ({ features: [1, a, 7], is: place % 4 === 0, weight: 1 }));
    expect(chance(fitRidge(even, 1), [1, 0.5, 7])).toBeCloseTo(0.25, 1);
  });

  it("weighs nothing where the penalty is great", () => {
    const side = rows.map(([a = 0, b = 0]) => ({ features: [1, a, b], is: a > 0.5, weight: 1 }));
    expect(Math.abs(fitRidge(side, 1000)[1] ?? 1)).toBeLessThan(0.05);
  });
});
