import { pointsBack } from "./part-of-sentence.ts";
import { readActs } from "./sentence-acts.ts";
import { sharedWith } from "./statements.ts";
import { contentWordsOf, stem } from "./words.ts";

/** Code alone, or the mark a corpus puts in its place. */
const CODE_ALONE = /^(?:```[\s\S]*```|`[^`]+`|[A-Z]*BLOCK)$/;
/** Examples and afterthoughts say again what is said elsewhere. */
const ASIDE = /\b(?:for example|e\.g\.|example|edit|update)\b/i;
/** A summary leaves out more than it keeps: without a cue a sentence starts below even. */
const START = -0.5;

/**
 * Positions of the sentences that answer a question best, in their own order. Without `most`, as many as give the
 * highest expected F1: one more pays as long as its chance is above half of what the chosen ones reach together.
 */
export function bestSentences(question: string, sentences: string[], most?: number): number[] {
  const ranked = chancesOf(question, sentences).sort((a, b) => b.chance - a.chance || a.position - b.position);
  return ranked
    .slice(0, most ?? bestCount(ranked.map(({ chance }) => chance)))
    .map(({ position }) => position)
    .sort((a, b) => a - b);
}

/**
 * Weights of a half or a whole, by reasoning and fitted on nothing: people answer first and add to it later; what meets the
 * question and the other sentences is its core.
 */
function chancesOf(question: string, sentences: string[]): { position: number; chance: number }[] {
  const asked = new Set(contentWordsOf(question).map(stem));
  const stems = sentences.map((sentence) => new Set(contentWordsOf(sentence).map(stem)));
  const spread = centralityOf(stems);
  return sentences.map((sentence, position) => {
    const text = sentence.trim();
    const acts = readActs(text);
    const own = stems[position] ?? new Set();
    const isCode = CODE_ALONE.test(text);
    const weight =
      START +
      -0.5 * Math.log1p(position) +
      0.5 * Math.min(2, sharedWith(own, asked)) +
      Math.min(0.5, spread[position] ?? 0) +
      0.5 * Number(acts.step) +
      0.5 * Number(acts.advice) +
      Number(isCode) -
      Number(acts.question) -
      Number(acts.smallTalk || acts.thanks) -
      Number(own.size === 0 && !isCode) -
      Number(ASIDE.test(text)) -
      0.5 * Number(pointsBack(text)) -
      0.5 * Number(/^i\b/i.test(text));
    return { position, chance: 1 / (1 + Math.exp(-weight)) };
  });
}

/** Beyond this many sentences the mean similarity is taken to a sample of them, evenly spread. */
const MOST_COMPARED = 100;

/** Mean cosine of each sentence's words with those of the others. */
function centralityOf(stems: Set<string>[]): number[] {
  const every = Math.ceil(stems.length / MOST_COMPARED);
  const compared = stems.filter((_, index) => index % every === 0);
  return stems.map((own) => {
    let sum = 0;
    for (const other of compared)
      if (other !== own) sum += sharedWith(own, other) / Math.sqrt(1 + own.size * other.size);
    return sum / Math.max(1, compared.length - 1);
  });
}

/** How many of the likeliest to take for the highest expected F1; `chances` from high to low. */
function bestCount(chances: number[]): number {
  const wanted = chances.reduce((sum, chance) => sum + chance, 0);
  let hits = 0;
  let best = { count: 0, value: 0 };
  for (const [index, chance] of chances.entries()) {
    hits += chance;
    const value = (2 * hits) / (index + 1 + wanted);
    if (value > best.value) best = { count: index + 1, value };
  }
  return best.count;
}
