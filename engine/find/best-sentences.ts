import type { Meaning } from "../language/cue.ts";
import { ReadPiece } from "../text/read-conversation.ts";
import { contentWordsOf, stem } from "../text/words.ts";

const MOST = 5;
const SHARE = 0.4;
const TELLING: Meaning[] = ["advice", "step", "rule", "cause", "explains"];

/** Positions of the sentences that tell most about the question, in their own order; never none of some. */
export function bestSentences(question: string, sentences: string[]): number[] {
  const asked = new Set(contentWordsOf(question).map(stem));
  const pieces = sentences.map(
    (text, at) => new ReadPiece({ form: "sentence", text, language: null, listed: null }, at),
  );
  const scores = pieces.map((piece) => {
    const shared = piece.content.filter((word) => asked.has(stem(word))).length;
    const telling = TELLING.filter((meaning) => piece.means(meaning)).length;
    const length = Math.log1p(piece.content.length);
    return piece.isQuestion || piece.means("acknowledges") ? 0 : length + telling + shared;
  });
  const ranked = [...scores.keys()].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const count = Math.min(MOST, Math.max(1, Math.round(sentences.length * SHARE)));
  return ranked.slice(0, Math.min(count, sentences.length)).sort((a, b) => a - b);
}
