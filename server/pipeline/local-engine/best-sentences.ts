import { readActs } from "./sentence-acts.ts";
import { contentWordsOf, stem } from "./words.ts";

/** People answer first and add to it later. */
const USUAL = 3;

/** Positions of the sentences that answer a question best, in their own order: those that meet it, advise or define, early ones first. */
export function bestSentences(question: string, sentences: string[], most: number = USUAL): number[] {
  const asked = new Set(contentWordsOf(question).map((word) => stem(word)));
  return sentences
    .map((sentence, position) => {
      const acts = readActs(sentence);
      const words = contentWordsOf(sentence);
      const meets = new Set(words.map((word) => stem(word)).filter((word) => asked.has(word))).size;
      const weight =
        Math.min(2, meets) * 0.3 +
        Math.min(10, words.length) * 0.07 +
        Number(acts.advice || acts.step) * 0.4 +
        Number(acts.explanation || acts.cause) * 0.3 -
        Number(acts.question) * 1.2 -
        Number(acts.smallTalk || acts.thanks) * 2 -
        Number(sentence.trim().endsWith(":")) * 0.5 -
        Math.log1p(position) * 0.9;
      return { position, weight };
    })
    .sort((a, b) => b.weight - a.weight || a.position - b.position)
    .slice(0, most)
    .map(({ position }) => position)
    .sort((a, b) => a - b);
}
