import type { ReplyWeights } from "../../engine/find/reply-model.ts";
import { REPLY_FEATURES, WINDOW_MESSAGES } from "../../engine/find/reply-reader.ts";

/**
 * One training message: a row of features for the message itself and for each message that it may answer, and the numbers of
 * the right rows.
 */
export interface ReplyExample {
  rows: number;
  features: Float32Array;
  gold: number[];
}

export interface FitOptions {
  epochs: number;
  /** The learning rate decreases linearly from the first number to the second. */
  rates: [number, number];
}

const BATCH = 32;
const DECAY = 1e-5;
/** Rows with a smaller error are skipped. */
const LEAST_ERROR = 1e-4;

/**
 * Trains a two-layer network by Adam, so that the right rows together get all of the probability. Further training continues
 * from the current weights.
 */
export class ReplyNetwork {
  private readonly width: number;
  private readonly random: () => number;
  /**
   * The weights from input to hidden layer, the hidden bias, and the weights to the score; each with its gradient and its two
   * moments.
   */
  private readonly parameters: Float64Array[];
  private readonly gradients: Float64Array[];
  private readonly first: Float64Array[];
  private readonly second: Float64Array[];
  private readonly active: Float64Array;
  private readonly scores = new Float64Array(WINDOW_MESSAGES + 1);
  private step = 0;

  constructor(width: number, random: () => number) {
    this.width = width;
    this.random = random;
    this.parameters = [
      Float64Array.from({ length: REPLY_FEATURES * width }, () => (random() - 0.5) * 0.6),
      Float64Array.from({ length: width }, () => 0.05),
      Float64Array.from({ length: width }, () => (random() - 0.5) * 0.8),
    ];
    const empty = () => this.parameters.map((values) => new Float64Array(values.length));
    [this.gradients, this.first, this.second] = [empty(), empty(), empty()];
    this.active = new Float64Array((WINDOW_MESSAGES + 1) * width);
  }

  /** Returns the mean loss of each epoch. */
  fit(examples: ReplyExample[], { epochs, rates: [from, to] }: FitOptions): number[] {
    const order = [...examples];
    const steps = epochs * Math.ceil(order.length / BATCH);
    let done = 0;
    return Array.from({ length: epochs }, () => {
      shuffle(order, this.random);
      let loss = 0;
      for (let start = 0; start < order.length; start += BATCH) {
        for (const example of order.slice(start, start + BATCH)) loss += this.learn(example);
        this.update(from + (to - from) * (++done / steps));
      }
      return loss / order.length;
    });
  }

  weights(): ReplyWeights {
    const [hidden, bias, output] = this.parameters as [Float64Array, Float64Array, Float64Array];
    const rounded = (values: Float64Array) => Array.from(values, (value) => Math.round(value * 10_000) / 10_000);
    return {
      hidden: Array.from({ length: REPLY_FEATURES }, (_, feature) =>
        rounded(hidden.subarray(feature * this.width, (feature + 1) * this.width)),
      ),
      hiddenBias: rounded(bias),
      output: rounded(output),
    };
  }

  /** Adds the example's gradient. Returns its loss. */
  private learn({ rows, features, gold }: ReplyExample): number {
    const { width, active, scores } = this;
    const [hidden, bias, output] = this.parameters as [Float64Array, Float64Array, Float64Array];
    const [gHidden, gBias, gOutput] = this.gradients as [Float64Array, Float64Array, Float64Array];
    let top = Number.NEGATIVE_INFINITY;
    for (let row = 0; row < rows; row++) {
      const at = row * width;
      active.set(bias, at);
      for (let feature = 0; feature < REPLY_FEATURES; feature++) {
        const value = features[row * REPLY_FEATURES + feature]!;
        if (value === 0) continue;
        for (let unit = 0; unit < width; unit++) active[at + unit]! += value * hidden[feature * width + unit]!;
      }
      let score = 0;
      for (let unit = 0; unit < width; unit++) score += Math.max(0, active[at + unit]!) * output[unit]!;
      scores[row] = score;
      top = Math.max(top, score);
    }
    let total = 0;
    let right = 0;
    for (let row = 0; row < rows; row++) {
      const mass = Math.exp(scores[row]! - top);
      total += mass;
      if (gold.includes(row)) right += mass;
    }
    for (let row = 0; row < rows; row++) {
      const mass = Math.exp(scores[row]! - top);
      const error = mass / total - (gold.includes(row) ? mass / right : 0);
      if (Math.abs(error) < LEAST_ERROR) continue;
      for (let unit = 0; unit < width; unit++) {
        const value = active[row * width + unit]!;
        if (value <= 0) continue;
        gOutput[unit]! += error * value;
        const back = error * output[unit]!;
        gBias[unit]! += back;
        for (let feature = 0; feature < REPLY_FEATURES; feature++) {
          const input = features[row * REPLY_FEATURES + feature]!;
          if (input !== 0) gHidden[feature * width + unit]! += back * input;
        }
      }
    }
    return -Math.log(Math.max(1e-12, right / total));
  }

  private update(rate: number): void {
    this.step++;
    const bias1 = 1 - 0.9 ** this.step;
    const bias2 = 1 - 0.999 ** this.step;
    for (const [group, values] of this.parameters.entries()) {
      const gradient = this.gradients[group]!;
      const m = this.first[group]!;
      const v = this.second[group]!;
      for (let i = 0; i < values.length; i++) {
        const g = gradient[i]! / BATCH + DECAY * values[i]!;
        m[i] = 0.9 * m[i]! + 0.1 * g;
        v[i] = 0.999 * v[i]! + 0.001 * g * g;
        values[i]! -= (rate * (m[i]! / bias1)) / (Math.sqrt(v[i]! / bias2) + 1e-8);
      }
      gradient.fill(0);
    }
  }
}

export function shuffle<T>(items: T[], random: () => number): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j]!, items[i]!];
  }
  return items;
}
