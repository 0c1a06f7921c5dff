/** Trees of fixed depth over numbers: `features` and `cuts` of the inner nodes level by level, `leaves` of the last level. */
export interface Tree {
  features: number[];
  cuts: number[];
  leaves: number[];
}

export interface BoostingOptions {
  trees: number;
  depth: number;
  rate: number;
  /** Weight a leaf needs at least, and what pulls leaves to zero. */
  leastWeight: number;
  l2: number;
  /** Share of the features each tree may use; which ones is drawn from `random`. */
  columns: number;
  random: () => number;
  /** 1: more of the feature never lowers the score, -1: never raises it, 0: as the data says. */
  signs: Int8Array;
}

const BINS = 24;

/** Gradient boosting of the log-likelihood with second-order steps over binned features and signs that trees must keep. */
export function fitTrees(
  rows: Float64Array[],
  targets: Float64Array,
  weights: Float64Array,
  options: BoostingOptions,
): { trees: Tree[]; bias: number } {
  const count = rows.length;
  const width = rows[0]?.length ?? 0;
  const cuts = Array.from({ length: width }, (_, feature) => cutsOf(rows, feature));
  const bins = cuts.map((edges, feature) =>
    Uint8Array.from(rows, (row) => {
      const value = row[feature] ?? 0;
      let bin = 0;
      while (bin < edges.length && value > (edges[bin] ?? 0)) bin++;
      return bin;
    }),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const positive = weights.reduce((sum, weight, i) => sum + weight * (targets[i] ?? 0), 0);
  const bias = Math.log(positive / (total - positive));
  const scores = new Float64Array(count).fill(bias);
  const gradients = new Float64Array(count);
  const curves = new Float64Array(count);
  const trees: Tree[] = [];
  for (let round = 0; round < options.trees; round++) {
    for (let i = 0; i < count; i++) {
      const p = 1 / (1 + Math.exp(-(scores[i] ?? 0)));
      gradients[i] = (weights[i] ?? 0) * ((targets[i] ?? 0) - p);
      curves[i] = (weights[i] ?? 0) * p * (1 - p);
    }
    const columns = Array.from({ length: width }, (_, i) => i).filter(
      (i) => options.random() < options.columns && (cuts[i]?.length ?? 0) > 0,
    );
    const tree = grow(bins, cuts, gradients, curves, columns, options);
    for (let i = 0; i < count; i++)
      scores[i] = (scores[i] ?? 0) + leafOf(tree, options.depth, (f) => rows[i]?.[f] ?? 0);
    trees.push(tree);
  }
  return { trees, bias };
}

function cutsOf(rows: Float64Array[], feature: number): number[] {
  const values = rows.map((row) => row[feature] ?? 0).sort((a, b) => a - b);
  const edges = new Set<number>();
  const distinct = [...new Set(values)];
  if (distinct.length <= BINS)
    for (let i = 0; i + 1 < distinct.length; i++) edges.add(((distinct[i] ?? 0) + (distinct[i + 1] ?? 0)) / 2);
  else for (let bin = 1; bin < BINS; bin++) edges.add(values[Math.floor((bin * values.length) / BINS)] ?? 0);
  return [...edges].sort((a, b) => a - b);
}

function grow(
  bins: Uint8Array[],
  cuts: number[][],
  gradients: Float64Array,
  curves: Float64Array,
  columns: number[],
  { depth, rate, leastWeight, l2, signs }: BoostingOptions,
): Tree {
  const inner = 2 ** depth - 1;
  const features = Array.from({ length: inner }, () => -1);
  const chosenCuts = Array.from({ length: inner }, () => 0);
  const leaves = Array.from({ length: 2 ** depth }, () => 0);
  const split = (node: number, members: number[], low: number, high: number) => {
    let g = 0;
    let h = 0;
    for (const i of members) {
      g += gradients[i] ?? 0;
      h += curves[i] ?? 0;
    }
    const value = Math.min(high, Math.max(low, g / (h + l2)));
    if (node >= inner) {
      leaves[node - inner] = value * rate;
      return;
    }
    const best = bestSplit(members, g, h);
    if (!best) {
      // A leaf above the last level: everything under it goes left to the same value.
      let leaf = node;
      while (leaf < inner) leaf = 2 * leaf + 1;
      leaves[leaf - inner] = value * rate;
      return;
    }
    features[node] = best.feature;
    chosenCuts[node] = cuts[best.feature]?.[best.bin] ?? 0;
    const column = bins[best.feature] ?? new Uint8Array();
    const left = members.filter((i) => (column[i] ?? 0) <= best.bin);
    const right = members.filter((i) => (column[i] ?? 0) > best.bin);
    const middle = (best.left + best.right) / 2;
    const sign = signs[best.feature] ?? 0;
    split(2 * node + 1, left, sign < 0 ? middle : low, sign > 0 ? middle : high);
    split(2 * node + 2, right, sign > 0 ? middle : low, sign < 0 ? middle : high);
  };
  const bestSplit = (members: number[], g: number, h: number) => {
    const own = (g * g) / (h + l2);
    let best: { feature: number; bin: number; gain: number; left: number; right: number } | null = null;
    const sumG = new Float64Array(BINS + 1);
    const sumH = new Float64Array(BINS + 1);
    for (const feature of columns) {
      sumG.fill(0);
      sumH.fill(0);
      const column = bins[feature] ?? new Uint8Array();
      for (const i of members) {
        const bin = column[i] ?? 0;
        sumG[bin] = (sumG[bin] ?? 0) + (gradients[i] ?? 0);
        sumH[bin] = (sumH[bin] ?? 0) + (curves[i] ?? 0);
      }
      let gl = 0;
      let hl = 0;
      const edges = cuts[feature]?.length ?? 0;
      for (let bin = 0; bin < edges; bin++) {
        gl += sumG[bin] ?? 0;
        hl += sumH[bin] ?? 0;
        const hr = h - hl;
        if (hl < leastWeight || hr < leastWeight) continue;
        const left = gl / (hl + l2);
        const right = (g - gl) / (hr + l2);
        const sign = signs[feature] ?? 0;
        if ((sign > 0 && left > right) || (sign < 0 && left < right)) continue;
        const gain = (gl * gl) / (hl + l2) + (g - gl) ** 2 / (hr + l2) - own;
        if (gain > 1e-6 && gain > (best?.gain ?? 0)) best = { feature, bin, gain, left, right };
      }
    }
    return best;
  };
  split(
    0,
    Array.from({ length: gradients.length }, (_, i) => i),
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  );
  return { features, cuts: chosenCuts, leaves };
}

export function leafOf(tree: Tree, depth: number, valueOf: (feature: number) => number): number {
  let node = 0;
  for (let level = 0; level < depth; level++) {
    const feature = tree.features[node] ?? -1;
    node = 2 * node + (feature === -1 || valueOf(feature) <= (tree.cuts[node] ?? 0) ? 1 : 2);
  }
  return tree.leaves[node - (2 ** depth - 1)] ?? 0;
}
