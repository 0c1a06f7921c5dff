import { bestSentences } from "./best-sentences.ts";
import { pointsBack } from "./part-of-sentence.ts";
import { answersOf, type Kept } from "./statements.ts";

const MOST_SENTENCES = 2;
const LONGEST = 320;

/** One or two sentences of the answer that can be read alone; nothing of the question. */
export function summaryOf(kept: Kept[], title: string): Kept[] {
  const answers = answersOf(kept).filter((item) => item.form === "sentence");
  const alone = answers.filter((item) => !item.text.endsWith(":") && !pointsBack(item.text) && item.stems.size >= 2);
  const from = alone.length ? alone : answers;
  const confirmed = from.find((item) => item.confirmed);
  const best = bestSentences(
    title,
    from.map((item) => item.text),
    MOST_SENTENCES,
  ).flatMap((position) => from[position] ?? []);
  const first = best[0];
  const chosen = new Set(confirmed && first && !best.includes(confirmed) ? [first, confirmed] : best);
  let length = 0;
  return from.filter((item) => {
    if (!chosen.has(item)) return false;
    length += item.text.length;
    return length <= LONGEST || item === from.find((other) => chosen.has(other));
  });
}
