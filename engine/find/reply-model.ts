import { REPLY_FEATURES } from "./reply-reader.ts";

/** A two-layer network: features → hidden (ReLU) → score. Rows of `hidden` are inputs. */
export interface ReplyWeights {
  hidden: number[][];
  hiddenBias: number[];
  output: number[];
}

/** Scores each row of `features`; likely answers score higher. */
export class ReplyModel {
  private readonly hidden: Float32Array;
  private readonly bias: Float32Array;
  private readonly output: Float32Array;
  private readonly sums: Float32Array;

  constructor(weights: ReplyWeights) {
    this.bias = Float32Array.from(weights.hiddenBias);
    this.output = Float32Array.from(weights.output);
    this.hidden = Float32Array.from(weights.hidden.flat());
    this.sums = new Float32Array(this.bias.length);
  }

  score(features: Float32Array, row: number): number {
    const { hidden, bias, output, sums } = this;
    const width = bias.length;
    sums.set(bias);
    const start = row * REPLY_FEATURES;
    for (let feature = 0, at = 0; feature < REPLY_FEATURES; feature++, at += width) {
      const value = features[start + feature]!;
      if (value === 0) continue;
      for (let unit = 0; unit < width; unit++) sums[unit]! += value * hidden[at + unit]!;
    }
    let score = 0;
    for (let unit = 0; unit < width; unit++) {
      const sum = sums[unit]!;
      if (sum > 0) score += sum * output[unit]!;
    }
    return score;
  }

  /**
   * Chooses the answered message: first the conversation with the highest total probability, then its most likely message. So two
   * moderately likely messages of one conversation outweigh one likely message of another. `conversations[row]` is the row's
   * conversation; row 0 starts a new one.
   */
  best(
    features: Float32Array,
    conversations: (string | undefined)[],
    prior: Float64Array,
  ): { row: number; probability: number } {
    const scores = new Float64Array(conversations.length);
    for (let row = 0; row < scores.length; row++) {
      const before = prior[row] ?? 0;
      scores[row] = before === Number.NEGATIVE_INFINITY ? before : this.score(features, row) + before;
    }
    const top = Math.max(...scores);
    const masses = new Map<string | undefined, { mass: number; row: number }>();
    let total = 0;
    for (const [row, conversation] of conversations.entries()) {
      const mass = Math.exp((scores[row] ?? 0) - top);
      total += mass;
      const gathered = masses.get(conversation);
      if (!gathered) masses.set(conversation, { mass, row });
      else {
        gathered.mass += mass;
        if ((scores[row] ?? 0) > (scores[gathered.row] ?? 0)) gathered.row = row;
      }
    }
    let best = { mass: -1, row: 0 };
    for (const gathered of masses.values()) if (gathered.mass > best.mass) best = gathered;
    return { row: best.row, probability: best.mass / total };
  }
}
