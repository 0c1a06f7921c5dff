import type { Matrix, ModelWeights, Numbers } from "./model-weights.ts";

/** Numbers for each column, by their place in memory. */
export interface Norm {
  scale: number;
  bias: number;
}

export interface Layer {
  before: Norm;
  /** Queries, keys and values side by side. */
  asking: Matrix;
  joining: Matrix;
  after: Norm;
  wide: Matrix;
  narrow: Matrix;
}

/** `name`: how the names of its weights begin, after what stands before all of them. */
export function layerOf(weights: ModelWeights, numbers: Numbers, name: string): Layer {
  const norm = (of: string): Norm => {
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
