import { compileMatrixProduct, type MatrixProduct, PANEL_COLUMNS, packedIndex } from "./matrix-product.ts";
import {
  Float32Allocator,
  type LayerWeights,
  type MatrixAddresses,
  ModelWeights,
  type NormAddresses,
  readLayerWeights,
} from "./model-weights.ts";

/** The most tokens read from one text. The model was trained with this limit. */
const MOST_PIECES = 128;
/** A batch is full once its texts have this many tokens. */
const BATCH = 128;
const MOST_ROWS = BATCH + MOST_PIECES;
/** The matrix product works on four rows at a time. */
const FOUR = 4;
/** Sizes of the trained model. */
const EMBEDDED = 256;
const WIDTH = 512;
const WIDEST = 1_536;
const HEADS = 4;
const LEAST_VARIANCE = 1e-6;
const BYTES = 4;

/** The working buffers and their sizes. */
const ROOMS = {
  zeros: WIDEST,
  state: MOST_ROWS * WIDTH,
  normed: MOST_ROWS * WIDTH,
  inner: MOST_ROWS * WIDEST,
  joined: MOST_ROWS * WIDTH,
  keys: MOST_PIECES * WIDTH,
  values: MOST_PIECES * WIDTH,
  likeness: (MOST_PIECES + FOUR) * MOST_PIECES,
};
const ROOM = Object.values(ROOMS).reduce((sum, count) => sum + count, 0);

/**
 * The lite Universal Sentence Encoder: a transformer of two layers over a text's tokens, whose mean goes through one more layer.
 * Texts of a batch do not affect each other.
 */
export class SentenceTransformer {
  readonly #numbers: Float32Allocator;
  readonly #product: MatrixProduct;
  readonly #embeddings: number;
  readonly #waves: number;
  /** Position encodings, cached by position: 256 KB at most. */
  readonly #places: Float64Array[] = [];
  readonly #widening: MatrixAddresses;
  readonly #layers: LayerWeights[];
  readonly #reading: MatrixAddresses;
  /** The addresses of the working buffers. */
  readonly #room: typeof ROOMS;

  /** `folder` contains the model in TensorFlow.js format. */
  constructor(folder: string) {
    const weights = new ModelWeights(folder);
    const numbers = new Float32Allocator(weights.size + ROOM);
    this.#numbers = numbers;
    this.#product = compileMatrixProduct(numbers.memory);
    this.#embeddings = weights.vector(numbers, "module/Embeddings_en");
    this.#waves = weights.vector(numbers, "/TimingSignal/ExpandDims_1");
    this.#widening = weights.matrix(
      numbers,
      "/dense/kernel/ConcatPartitions/concat",
      "/dense/bias/ConcatPartitions/concat",
    );
    this.#layers = [0, 1].map((layer) => readLayerWeights(weights, numbers, `/Layer_${layer}/TransformerLayer`));
    this.#reading = weights.matrix(numbers, "/tanh_layer_0/weights", "/tanh_layer_0/bias");
    const rooms = Object.entries(ROOMS).map(([name, size]) => [name, numbers.take(size)]);
    this.#room = Object.fromEntries(rooms) as typeof ROOMS;
  }

  /** Computes an embedding of 512 numbers and length 1 for each text, given as its tokens (at least one). */
  read(texts: number[][]): Float32Array[] {
    const read: Float32Array[] = [];
    let batch: number[][] = [];
    let rows = 0;
    for (const text of texts) {
      const pieces = text.slice(0, MOST_PIECES);
      batch.push(pieces);
      rows += pieces.length;
      if (rows < BATCH) continue;
      read.push(...this.#readTogether(batch, rows));
      batch = [];
      rows = 0;
    }
    return [...read, ...this.#readTogether(batch, rows)];
  }

  #readTogether(texts: number[][], rows: number): Float32Array[] {
    if (rows === 0) return [];
    const { state, normed, inner, joined } = this.#room;
    this.#embed(texts);
    // The first layer reads the narrow embeddings and widens its residual to the width of the second.
    let width = EMBEDDED;
    for (const { before, asking, joining, after, wide, narrow } of this.#layers) {
      this.#norm(before, state, normed, rows, width);
      this.#multiply(normed, asking, inner, rows);
      this.#attend(texts, width);
      if (width !== WIDTH) {
        this.#multiply(state, this.#widening, normed, rows);
        this.#numbers.at(state, rows * WIDTH).set(this.#numbers.at(normed, rows * WIDTH));
      }
      this.#multiply(joined, joining, normed, rows);
      this.#add(normed, state, rows);
      width = WIDTH;
      this.#norm(after, state, normed, rows, width);
      this.#multiply(normed, wide, inner, rows);
      this.#withoutNegative(inner, rows * wide.columns);
      this.#multiply(inner, narrow, normed, rows);
      this.#add(normed, state, rows);
    }
    return this.#means(texts);
  }

  /** Token embeddings, doubled as in the trained model, plus sinusoidal position encodings. */
  #embed(texts: number[][]): void {
    const { all } = this.#numbers;
    let row = this.#room.state;
    for (const pieces of texts) {
      for (const [position, piece] of pieces.entries()) {
        const from = this.#embeddings + piece * EMBEDDED;
        const waves = this.#wavesAt(position);
        for (let at = 0; at < EMBEDDED; at++) all[row + at] = 2 * (all[from + at] ?? 0) + (waves[at] ?? 0);
        row += EMBEDDED;
      }
    }
  }

  #wavesAt(position: number): Float64Array {
    const half = EMBEDDED / 2;
    return (this.#places[position] ??= Float64Array.from({ length: EMBEDDED }, (_, at) => {
      const angle = Math.fround(position * (this.#numbers.all[this.#waves + (at % half)] ?? 0));
      return at < half ? Math.sin(angle) : Math.cos(angle);
    }));
  }

  #multiply(left: number, { packed, bias, depth, columns }: MatrixAddresses, result: number, rows: number): void {
    this.#product(
      left * BYTES,
      depth * BYTES,
      packed * BYTES,
      bias * BYTES,
      result * BYTES,
      columns * BYTES,
      Math.ceil(rows / FOUR),
      depth / FOUR,
      columns / PANEL_COLUMNS,
    );
  }

  /** Layer normalization: gives each row mean 0 and variance 1, then scales it. */
  #norm({ scale, bias }: NormAddresses, from: number, to: number, rows: number, width: number): void {
    const { all } = this.#numbers;
    for (let row = 0; row < rows; row++) {
      const start = from + row * width;
      let mean = 0;
      for (let at = 0; at < width; at++) mean += all[start + at] ?? 0;
      mean /= width;
      let variance = 0;
      for (let at = 0; at < width; at++) variance += ((all[start + at] ?? 0) - mean) ** 2;
      const factor = 1 / Math.sqrt(variance / width + LEAST_VARIANCE);
      for (let at = 0; at < width; at++)
        all[to + row * width + at] =
          (all[scale + at] ?? 0) * factor * ((all[start + at] ?? 0) - mean) + (all[bias + at] ?? 0);
    }
  }

  /** Self-attention within each text. */
  #attend(texts: number[][], width: number): void {
    let row = 0;
    for (const { length } of texts) {
      if (length > 0) for (let head = 0; head < HEADS; head++) this.#attendWith(head, row, length, width);
      row += length;
    }
  }

  #attendWith(head: number, row: number, length: number, width: number): void {
    const { zeros, inner, joined, keys, values, likeness } = this.#room;
    const { all } = this.#numbers;
    const size = width / HEADS;
    const others = Math.ceil(length / PANEL_COLUMNS) * PANEL_COLUMNS;
    const first = inner + row * 3 * width + head * size;
    for (let other = 0; other < others; other++) {
      const from = first + other * 3 * width;
      for (let at = 0; at < size; at++) {
        all[keys + packedIndex(at, other, size)] = other < length ? (all[from + width + at] ?? 0) : 0;
        all[values + packedIndex(other, at, others)] = other < length ? (all[from + 2 * width + at] ?? 0) : 0;
      }
    }
    const fours = Math.ceil(length / FOUR);
    this.#product(
      first * BYTES,
      3 * width * BYTES,
      keys * BYTES,
      zeros * BYTES,
      likeness * BYTES,
      others * BYTES,
      fours,
      size / FOUR,
      others / PANEL_COLUMNS,
    );
    for (let one = 0; one < length; one++) softmax(all, likeness + one * others, length, others, 1 / Math.sqrt(size));
    this.#product(
      likeness * BYTES,
      others * BYTES,
      values * BYTES,
      zeros * BYTES,
      (joined + row * width + head * size) * BYTES,
      width * BYTES,
      fours,
      others / FOUR,
      size / PANEL_COLUMNS,
    );
  }

  #add(from: number, to: number, rows: number): void {
    const { all } = this.#numbers;
    for (let at = 0; at < rows * WIDTH; at++) all[to + at] = (all[to + at] ?? 0) + (all[from + at] ?? 0);
  }

  #withoutNegative(from: number, count: number): void {
    const { all } = this.#numbers;
    for (let at = from; at < from + count; at++) if ((all[at] ?? 0) < 0) all[at] = 0;
  }

  #means(texts: number[][]): Float32Array[] {
    const { state, normed, inner } = this.#room;
    const { all } = this.#numbers;
    let row = state;
    for (const [place, { length }] of texts.entries()) {
      for (let at = 0; at < WIDTH; at++) {
        let sum = 0;
        for (let piece = 0; piece < length; piece++) sum += all[row + piece * WIDTH + at] ?? 0;
        all[normed + place * WIDTH + at] = sum / Math.max(1, length);
      }
      row += length * WIDTH;
    }
    this.#multiply(normed, this.#reading, inner, texts.length);
    return texts.map((_, place) => unit(this.#numbers.at(inner + place * WIDTH, WIDTH).map(Math.tanh)));
  }
}

/** Computes the softmax of `scale` times the numbers, and fills the rest of the buffer with 0. */
function softmax(all: Float32Array, from: number, length: number, room: number, scale: number): void {
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < length; at++) most = Math.max(most, all[from + at] ?? 0);
  let sum = 0;
  for (let at = 0; at < length; at++) sum += all[from + at] = Math.exp(scale * ((all[from + at] ?? 0) - most));
  for (let at = 0; at < length; at++) all[from + at] = (all[from + at] ?? 0) / sum;
  all.fill(0, from + length, from + room);
}

function unit(numbers: Float32Array): Float32Array {
  const length = Math.hypot(...numbers) || 1;
  return numbers.map((number) => number / length);
}
