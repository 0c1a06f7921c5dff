import { questionTermsOf } from "../../../engine/answer/index.ts";

/** From here on two questions are one: chosen on few pairs (docs/decisions/045-open-questions.md). */
const SAME_FROM = 0.75;

/** How much of the words is the same, 0 to 1. */
function likenessOf(one: readonly string[], other: readonly string[]): number {
  const [terms, others] = [new Set(one), new Set(other)];
  if (terms.size === 0 || others.size === 0) return 0;
  const shared = [...terms].filter((term) => others.has(term)).length;
  return (2 * shared) / (terms.size + others.size);
}

/** By the words that say what is asked about, or by anything that stands for them one to one; grammar and endings count nothing. */
export const isSameMatter = (terms: readonly string[], others: readonly string[]): boolean =>
  likenessOf(terms, others) >= SAME_FROM;

/** The one that asks the same, the likest first; undefined where none does. */
export function findSame<Asked extends { text: string }>(question: string, asked: Asked[]): Asked | undefined {
  const terms = questionTermsOf(question);
  const [best] = asked
    .map((one) => ({ one, likeness: likenessOf(terms, questionTermsOf(one.text)) }))
    .filter(({ likeness }) => likeness >= SAME_FROM)
    .sort((a, b) => b.likeness - a.likeness);
  return best?.one;
}
