import { readFileSync } from "node:fs";
import { featuresOf } from "./conversation-features.ts";
import type { ConversationShape } from "./conversation-shape.ts";
import { KnownTerms } from "./masked-words.ts";
import type { ParsedConversation } from "./parse-conversation.ts";
import { logitOfTrees, type ShippedTrees } from "./shipped-trees.ts";

/** What `npm run train` writes to detector-weights.json. */
export interface DetectorWeights {
  /** Weights of words and pairs of words; the terms are in one string with blanks between them. */
  words: { terms: string; weights: number[]; bias: number };
  /** Trees over the features and, as the last input, the logit of the words. */
  trees: ShippedTrees;
  /** Platt's scaling of the trees' logit, fitted on communities left out of the fit. */
  calibration: { slope: number; offset: number };
}

/** Fewer terms than this do not weigh more each. */
const LEAST_TERMS = 10;

export class DetectorModel {
  readonly #terms: KnownTerms;
  readonly #weights: DetectorWeights;

  constructor(weights: DetectorWeights) {
    this.#weights = weights;
    this.#terms = new KnownTerms(weights.words.terms.split(" "));
  }

  /** Log-odds, before calibration, that the conversation holds knowledge. */
  logitOf(conversation: ParsedConversation, shape: ConversationShape, minMessageLength: number): number {
    const features = featuresOf(conversation, shape, minMessageLength);
    return this.#treesLogit(features, this.#wordsLogit(this.#terms.placesIn(conversation, shape)));
  }

  /** From log-odds to the share of such conversations that is knowledge. */
  probabilityOf(logit: number): number {
    const { slope, offset } = this.#weights.calibration;
    return 1 / (1 + Math.exp(-(slope * logit + offset)));
  }

  #wordsLogit(terms: Set<number>): number {
    const { bias, weights } = this.#weights.words;
    let sum = 0;
    for (const term of terms) sum += weights[term] ?? 0;
    return bias + sum * scaleOf(terms.size);
  }

  /** The words' logit is the last input. */
  #treesLogit(features: Float64Array, words: number): number {
    const inputs = new Float64Array(features.length + 1);
    inputs.set(features);
    inputs[features.length] = words;
    return logitOfTrees(this.#weights.trees, inputs);
  }
}

/** A long conversation has many words; each then weighs less. */
export function scaleOf(terms: number): number {
  return 1 / Math.sqrt(Math.max(LEAST_TERMS, terms));
}

let loaded: DetectorModel | null = null;

/** The shipped model, read when the first conversation is judged. */
export function detectorModel(): DetectorModel {
  loaded ??= new DetectorModel(
    JSON.parse(readFileSync(new URL("./detector-weights.json", import.meta.url), "utf8")) as DetectorWeights,
  );
  return loaded;
}
