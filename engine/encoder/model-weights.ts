import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { allocateMemory, type MatrixMemory, packedIndex } from "./matrix-product.ts";

/** Memory indexes of a matrix, packed in panels of 8 columns (`packedIndex`), and of its bias. */
export interface MatrixAddresses {
  packed: number;
  bias: number;
  depth: number;
  columns: number;
}

const BYTES = 4;

interface TensorEntry {
  name: string;
  shape: number[];
}

/** A bump allocator for 32-bit floats in WebAssembly memory. */
export class Float32Allocator {
  readonly memory: MatrixMemory;
  readonly all: Float32Array;
  #end = 0;

  constructor(most: number) {
    this.memory = allocateMemory(most * BYTES);
    this.all = new Float32Array(this.memory.buffer);
  }

  /** Allocates `count` zeros and returns their index. */
  take(count: number): number {
    const place = this.#end;
    this.#end += count;
    return place;
  }

  at(place: number, count: number): Float32Array {
    return this.all.subarray(place, place + count);
  }
}

/** The weights of a TensorFlow.js model, read from its files one at a time. Its tensors are of four bytes a number. */
export class ModelWeights {
  readonly #folder: string;
  readonly #files: string[];
  readonly #listed = new Map<string, { shape: number[]; from: number }>();
  /** Total number of weights. */
  readonly size: number;
  /** A reused buffer for one matrix in the order of the files. */
  #source = new Float32Array(0);

  /** `folder` holds `model.json` and the files it names. */
  constructor(folder: string) {
    const { weightsManifest } = JSON.parse(readFileSync(join(folder, "model.json"), "utf8")) as {
      weightsManifest: { paths: string[]; weights: TensorEntry[] }[];
    };
    this.#folder = folder;
    this.#files = weightsManifest.flatMap(({ paths }) => paths);
    let from = 0;
    for (const { name, shape } of weightsManifest.flatMap(({ weights }) => weights)) {
      this.#listed.set(name, { shape, from });
      from += countOf(shape);
    }
    this.size = from;
  }

  /** Loads the weights whose name ends with `ending`. */
  vector(numbers: Float32Allocator, ending: string): number {
    const { shape, from } = this.#find(ending);
    const place = numbers.take(countOf(shape));
    this.#read(from, numbers.at(place, countOf(shape)));
    return place;
  }

  matrix(numbers: Float32Allocator, ending: string, bias: string): MatrixAddresses {
    const { shape, from } = this.#find(ending);
    const [depth = 0, columns = 0] = shape.slice(-2);
    const packed = numbers.take(depth * columns);
    const size = depth * columns;
    if (this.#source.length < size) this.#source = new Float32Array(size);
    const source = this.#source.subarray(0, size);
    this.#read(from, source);
    pack(source, numbers.at(packed, depth * columns), depth, columns);
    return { packed, bias: this.vector(numbers, bias), depth, columns };
  }

  #find(ending: string) {
    const name = [...this.#listed.keys()].find((one) => one.endsWith(ending));
    const found = name === undefined ? undefined : this.#listed.get(name);
    if (!found) throw new Error(`The sentence encoder's model has no weights "${ending}".`);
    return found;
  }

  /** Fills `into` from the weights, starting at number `from`; the files form one sequence. */
  #read(from: number, into: Float32Array): void {
    const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
    let before = 0;
    let done = 0;
    for (const name of this.#files) {
      const file = openSync(join(this.#folder, name), "r");
      try {
        const { size } = fstatSync(file);
        // The files form one sequence, so each continues at the end of the previous one.
        const position = from * BYTES + done - before;
        if (position < size)
          done += readSync(file, bytes, done, Math.min(bytes.length - done, size - position), position);
        before += size;
      } finally {
        closeSync(file);
      }
      if (done === bytes.length) return;
    }
    throw new Error("The sentence encoder's weights end too early.");
  }
}

function pack(source: Float32Array, target: Float32Array, depth: number, columns: number): void {
  for (let row = 0; row < depth; row++)
    for (let column = 0; column < columns; column++)
      target[packedIndex(row, column, depth)] = source[row * columns + column] as number;
}

const countOf = (shape: number[]) => shape.reduce((product, size) => product * size, 1);

/** Memory indexes of the scale and bias of each column. */
export interface NormAddresses {
  scale: number;
  bias: number;
}

export interface LayerWeights {
  before: NormAddresses;
  /** The weights for queries, keys and values, side by side. */
  asking: MatrixAddresses;
  joining: MatrixAddresses;
  after: NormAddresses;
  wide: MatrixAddresses;
  narrow: MatrixAddresses;
}

/** `name` is the prefix of the layer's weights, without the prefix common to all weights. */
export function readLayerWeights(weights: ModelWeights, numbers: Float32Allocator, name: string): LayerWeights {
  const norm = (of: string): NormAddresses => {
    const part = `${of}/layer_prepostprocess/layer_norm/layer_norm`;
    return {
      scale: weights.vector(numbers, `${part}_scale/ConcatPartitions/concat`),
      bias: weights.vector(numbers, `${part}_bias/ConcatPartitions/concat`),
    };
  };
  const matrix = (kernel: string, bias: string) =>
    weights.matrix(numbers, `${name}/${kernel}`, `${name}/${bias}/bias/ConcatPartitions/concat`);
  const attention = (part: string) =>
    matrix(`MultiheadAttention/${part}_transform_single/kernel/part_0`, `MultiheadAttention/${part}_transform_single`);
  return {
    before: norm(name),
    asking: attention("qkv"),
    joining: attention("output"),
    after: norm(`${name}/FFN`),
    wide: matrix("FFN/conv1/Tensordot/Reshape_1", "FFN/conv1"),
    narrow: matrix("FFN/conv2/Tensordot/Reshape_1", "FFN/conv2"),
  };
}
