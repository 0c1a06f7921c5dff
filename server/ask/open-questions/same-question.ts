import { questionTermsOf } from "../../pipeline/answering/terms.ts";

/** From here on two questions are one: chosen on few pairs (docs/decisions/045-open-questions.md). */
const SAME_FROM = 0.75;

/** How much the words that say what is asked about are the same, 0 to 1; grammar and endings count nothing. */
export function likenessOf(one: string, other: string): number {
  const [terms, others] = [new Set(questionTermsOf(one)), new Set(questionTermsOf(other))];
  if (terms.size === 0 || others.size === 0) return 0;
  const shared = [...terms].filter((term) => others.has(term)).length;
  return (2 * shared) / (terms.size + others.size);
}

/** The one that asks the same, the likest first; undefined where none does. */
export function findSame<Asked extends { text: string }>(question: string, asked: Asked[]): Asked | undefined {
  const [best] = asked
    .map((one) => ({ one, likeness: likenessOf(question, one.text) }))
    .filter(({ likeness }) => likeness >= SAME_FROM)
    .sort((a, b) => b.likeness - a.likeness);
  return best?.one;
}
