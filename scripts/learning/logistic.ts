/** A row of sparse inputs for training: each of its inputs has the value `scale`. */
export interface SparseRow {
  inputs: Uint32Array;
  scale: number;
  target: number;
  weight: number;
}

export interface LinearModel {
  weights: Float64Array;
  bias: number;
}

/** Fits a regularized logistic regression by AdaGrad over all rows in order, without randomness. */
export function fitSparse(rows: SparseRow[], width: number, l2: number, rounds: number): LinearModel {
  const weights = new Float64Array(width);
  const squares = new Float64Array(width).fill(1e-6);
  const gradient = new Float64Array(width);
  let bias = 0;
  let biasSquares = 1e-6;
  const total = rows.reduce((sum, row) => sum + row.weight, 0);
  for (let round = 0; round < rounds; round++) {
    gradient.fill(0);
    let biasGradient = 0;
    for (const row of rows) {
      let z = bias;
      for (const input of row.inputs) z += (weights[input] ?? 0) * row.scale;
      const error = (row.weight * (1 / (1 + Math.exp(-z)) - row.target)) / total;
      for (const input of row.inputs) gradient[input] = (gradient[input] ?? 0) + error * row.scale;
      biasGradient += error;
    }
    for (let i = 0; i < width; i++) {
      const g = (gradient[i] ?? 0) + (l2 * (weights[i] ?? 0)) / total;
      squares[i] = (squares[i] ?? 0) + g * g;
      weights[i] = (weights[i] ?? 0) - (0.5 * g) / Math.sqrt(squares[i] ?? 1);
    }
    biasSquares += biasGradient ** 2;
    bias -= (0.5 * biasGradient) / Math.sqrt(biasSquares);
  }
  return { weights, bias };
}

export function computeSparseLogit(model: LinearModel, inputs: Uint32Array, scale: number): number {
  let z = model.bias;
  for (const input of inputs) z += (model.weights[input] ?? 0) * scale;
  return z;
}

/** Fits Platt's scaling: the slope and offset of the logit that fit the expected values best. */
export function fitPlattScaling(rows: { logit: number; target: number; weight: number }[]): {
  slope: number;
  offset: number;
} {
  let slope = 1;
  let offset = 0;
  for (let round = 0; round < 100; round++) {
    let gs = 0;
    let go = 0;
    let hss = 1e-9;
    let hso = 0;
    let hoo = 1e-9;
    for (const { logit, target, weight } of rows) {
      const p = 1 / (1 + Math.exp(-(slope * logit + offset)));
      const error = weight * (target - p);
      const curve = weight * p * (1 - p);
      gs += error * logit;
      go += error;
      hss += curve * logit * logit;
      hso += curve * logit;
      hoo += curve;
    }
    const determinant = hss * hoo - hso * hso;
    if (!(Math.abs(determinant) > 1e-12)) break;
    const ds = shortened((hoo * gs - hso * go) / determinant);
    const dO = shortened((hss * go - hso * gs) / determinant);
    slope += ds;
    offset += dO;
    if (Math.abs(ds) + Math.abs(dO) < 1e-9) break;
  }
  return { slope, offset };
}

/** Limits a step of Newton's method, which overshoots if there are few rows. */
function shortened(step: number): number {
  return Math.max(-0.5, Math.min(0.5, step));
}
