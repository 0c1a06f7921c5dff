import { splitIntoTokens } from "../language/phrases.ts";
import type { ParsedConversation } from "../text/read-conversation.ts";
import { type ConversationShape, findAuthor } from "../text/shape.ts";
import { isEnglish } from "../text/words.ts";
import weights from "./detector-weights.json" with { type: "json" };
import { computeDetectorFeatures } from "./features.ts";

/**
 * The detector's fitted weights. `npm run train` writes them to detector-weights.json by name, so that a person can
 * read which features count.
 */
export interface DetectorWeights {
  bias: number;
  features: Record<string, number>;
  /** The weight of the word model's sum relative to the features. */
  ofWords: number;
  words: { bias: number; terms: Record<string, number> };
  /** Converts the sum into a probability: the share of conversations with this sum that hold knowledge. */
  calibration: { slope: number; offset: number };
}

/** The word sum is divided by at least this number, so that the words of a short text do not weigh too much. */
const LEAST_WORDS = 10;
/** The most words read from one piece. Longer texts are usually pasted, and their beginning suffices. */
const MOST_WORDS_OF_PIECE = 120;
const MOST_PIECES = 400;
const MOST_CHARACTERS = 400;

/**
 * Features of the wording: words, pairs of words, and words with the speaker's role (`you`, `you_need`, `a:you`). Names are
 * masked.
 */
export function extractWordFeatures(conversation: ParsedConversation, { asker }: ConversationShape): Set<string> {
  const people = new Set(
    conversation.messages.flatMap(({ authorName }) => splitIntoTokens(authorName).map(({ word }) => word)),
  );
  const found = new Set<string>();
  for (const piece of conversation.pieces.slice(0, MOST_PIECES)) {
    const role = findAuthor(conversation, piece) === asker ? "q" : "a";
    let before = "^";
    for (const { word: said } of piece.tokens.slice(0, MOST_WORDS_OF_PIECE)) {
      const word = /\d/.test(said) ? "0" : people.has(said) ? "@" : said;
      found.add(word).add(`${role}:${word}`).add(`${before}_${word}`);
      before = word;
    }
  }
  return found;
}

/** Scales the word sum by the length, so that long conversations do not score higher. */
export const wordSumScale = (words: number): number => 1 / Math.sqrt(Math.max(LEAST_WORDS, words));

const { bias, features, ofWords, words, calibration }: DetectorWeights = weights;
const terms = new Map(Object.entries(words.terms));

/** The probability that the conversation holds knowledge. */
export function estimateKnowledgeChance(
  conversation: ParsedConversation,
  shape: ConversationShape,
  minMessageLength: number,
): number {
  let sum = bias;
  for (const [name, value] of Object.entries(computeDetectorFeatures(conversation, shape, minMessageLength)))
    sum += value * (features[name] ?? 0);
  const logit = sum + ofWords * wordsLogit(conversation, shape);
  return 1 / (1 + Math.exp(-(calibration.slope * logit + calibration.offset)));
}

/** The word model knows only English; other languages are scored by features alone. */
function wordsLogit(conversation: ParsedConversation, shape: ConversationShape): number {
  if (!isEnglish(conversation.messages.map(({ text }) => text.slice(0, MOST_CHARACTERS)).join("\n"))) return 0;
  const known = [...extractWordFeatures(conversation, shape)].flatMap((word) => terms.get(word) ?? []);
  return words.bias + known.reduce((sum, weight) => sum + weight, 0) * wordSumScale(known.length);
}
