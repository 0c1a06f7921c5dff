import { createSeededRandom } from "../seeded-random.ts";

/** Assigns each row to a fold for cross-validation. Rows of one group are always in the same fold. */
export function assignFolds(groups: string[], folds: number, seed: number): number[] {
  const random = createSeededRandom(seed);
  const shuffled = [...new Set(groups)]
    .sort()
    .map((group) => ({ group, at: random() }))
    .sort((a, b) => a.at - b.at);
  const foldOf = new Map(shuffled.map(({ group }, index) => [group, index % folds]));
  return groups.map((group) => foldOf.get(group) ?? 0);
}
