import { readFileSync } from "node:fs";
import { featuresOf } from "./conversation-features.ts";
import type { ConversationShape } from "./conversation-shape.ts";
import { KnownTerms } from "./masked-words.ts";
import type { ParsedConversation } from "./parse-conversation.ts";

/** What `npm run train` writes to detector-weights.json. */
export interface DetectorWeights {
  /** Weights of words and pairs of words; the terms are in one string with blanks between them. */
  words: { terms: string; weights: number[]; bias: number };
  /** Trees over the features and, as the last input, the logit of the words. */
  trees: { depth: number; bias: number; features: number[][]; cuts: number[][]; leaves: number[][] };
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

  #treesLogit(features: Float64Array, words: number): number {
    const { depth, bias, features: inputs, cuts, leaves } = this.#weights.trees;
    const firstLeaf = 2 ** depth - 1;
    let logit = bias;
    for (let tree = 0; tree < inputs.length; tree++) {
      const asked = inputs[tree] ?? [];
      const edges = cuts[tree] ?? [];
      let node = 0;
      while (node < firstLeaf) {
        const input = asked[node] ?? -1;
        const value = input === features.length ? words : (features[input] ?? 0);
        node = 2 * node + (input === -1 || value <= (edges[node] ?? 0) ? 1 : 2);
      }
      logit += leaves[tree]?.[node - firstLeaf] ?? 0;
    }
    return logit;
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
