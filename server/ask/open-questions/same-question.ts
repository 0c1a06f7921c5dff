import { extractQuestionTerms } from "../../../engine/answer/index.ts";

/** The likeness from which two questions count as the same; chosen from few pairs (docs/decisions/045-open-questions.md). */
const SAME_FROM = 0.75;

/** The share of equal words, 0 to 1. */
function likenessOf(one: readonly string[], other: readonly string[]): number {
  const [terms, others] = [new Set(one), new Set(other)];
  if (terms.size === 0 || others.size === 0) return 0;
  const shared = [...terms].filter((term) => others.has(term)).length;
  return (2 * shared) / (terms.size + others.size);
}

/** Whether two questions have the same content words (or hashes of them). Ignores grammar and word endings. */
export const isSameQuestion = (terms: readonly string[], others: readonly string[]): boolean =>
  likenessOf(terms, others) >= SAME_FROM;

/** Finds the most similar question that counts as the same; undefined where there is none. */
export function findSameQuestion<Asked extends { text: string }>(question: string, asked: Asked[]): Asked | undefined {
  const terms = extractQuestionTerms(question);
  const [best] = asked
    .map((one) => ({ one, likeness: likenessOf(terms, extractQuestionTerms(one.text)) }))
    .filter(({ likeness }) => likeness >= SAME_FROM)
    .sort((a, b) => b.likeness - a.likeness);
  return best?.one;
}
