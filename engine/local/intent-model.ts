import { readFileSync } from "node:fs";
import { wordPairsOf, wordsScale } from "./masked-words.ts";
import { type AskedPart, cuesOf } from "./question-cues.ts";

/** What somebody wants who asks. The kinds of articles that no question asks for are told by rules. */
export const CONVERSATION_INTENTS = [
  "howto",
  "troubleshooting",
  "explanation",
  "documentation",
  "project-management",
] as const;
export type ConversationIntent = (typeof CONVERSATION_INTENTS)[number];

/** What scripts/train-kinds.ts writes to kind-weights.json; one line of weights for each intent. */
export interface KindWeights {
  cues: number[][];
  /** The words of `words`, with blanks between them. */
  terms: string;
  words: number[][];
  biases: number[];
}

interface Loaded extends KindWeights {
  positions: Map<string, number>;
}

let loaded: Loaded | null = null;

/** Read when the first question is judged. */
function weights(): Loaded {
  if (!loaded) {
    const read = JSON.parse(readFileSync(new URL("./kind-weights.json", import.meta.url), "utf8")) as KindWeights;
    loaded = { ...read, positions: new Map(read.terms.split(" ").map((term, index) => [term, index])) };
  }
  return loaded;
}

/** Log-odds of the intents, in the order of `CONVERSATION_INTENTS`. */
export function intentLogits(part: AskedPart): number[] {
  const { cues, words, biases, positions } = weights();
  const values = cuesOf(part);
  const known = [...wordPairsOf(part.text)].flatMap((term) => positions.get(term) ?? []);
  const scale = wordsScale(known.length);
  return CONVERSATION_INTENTS.map((_, intent) => {
    let logit = biases[intent] ?? 0;
    for (const [cue, value] of values.entries()) logit += (cues[intent]?.[cue] ?? 0) * value;
    for (const word of known) logit += (words[intent]?.[word] ?? 0) * scale;
    return logit;
  });
}
