/** Boosted trees as `npm run train` writes them: of each tree its inner nodes level by level, and its leaves. */
export interface ShippedTrees {
  depth: number;
  bias: number;
  /** Position of the input that a node asks for; -1 where it always goes left. */
  features: number[][];
  cuts: number[][];
  leaves: number[][];
}

/** The logit of one row of inputs. */
export function logitOfTrees({ depth, bias, features, cuts, leaves }: ShippedTrees, inputs: Float64Array): number {
  const firstLeaf = 2 ** depth - 1;
  let logit = bias;
  for (let tree = 0; tree < features.length; tree++) {
    const asked = features[tree] ?? [];
    const edges = cuts[tree] ?? [];
    let node = 0;
    while (node < firstLeaf) {
      const input = asked[node] ?? -1;
      node = 2 * node + (input === -1 || (inputs[input] ?? 0) <= (edges[node] ?? 0) ? 1 : 2);
    }
    logit += leaves[tree]?.[node - firstLeaf] ?? 0;
  }
  return logit;
}
