/** A row for fitting, whose first feature is the bias, always 1. */
export interface WeightedRow {
  features: number[];
  is: boolean;
  weight: number;
}

const ROUNDS = 25;
const SETTLED = 1e-7;
/** A feature that is nearly constant carries no information. */
const LEAST_SPREAD = 1e-3;

/**
 * Logistic regression by Newton's method. The penalty is `l2` times the total weight of all rows times the square of each weight,
 * as if all features had equal spread. Returns weights for the unscaled features, the bias first.
 */
export function fitRidge(rows: WeightedRow[], l2: number): number[] {
  const width = rows[0]?.features.length ?? 0;
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  const means = columns(width, (place) => (place ? averageOf(rows, ({ features }) => features[place] ?? 0) : 0));
  const spreads = columns(width, (place) => {
    const mean = means[place] ?? 0;
    const spread = Math.sqrt(averageOf(rows, ({ features }) => ((features[place] ?? 0) - mean) ** 2));
    return place && spread >= LEAST_SPREAD ? spread : 1;
  });
  const inputs = rows.map(({ features }) =>
    features.map((value, place) => (value - (means[place] ?? 0)) / (spreads[place] ?? 1)),
  );
  let weights = columns(width, () => 0);
  for (let round = 0; round < ROUNDS; round++) {
    const step = stepOf(rows, inputs, weights, l2 * total);
    weights = weights.map((weight, place) => weight - (step[place] ?? 0));
    if (Math.max(...step.map(Math.abs)) < SETTLED) break;
  }
  const plain = weights.map((weight, place) => weight / (spreads[place] ?? 1));
  const shift = plain.reduce((sum, weight, place) => sum + weight * (means[place] ?? 0), 0);
  return plain.map((weight, place) => Math.round(1000 * (place ? weight : weight - shift)) / 1000);
}

const columns = (width: number, of: (place: number) => number) =>
  Array.from({ length: width }, (_, place) => of(place));
const averageOf = (rows: WeightedRow[], of: (row: WeightedRow) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0) / rows.length;

function stepOf(rows: WeightedRow[], inputs: number[][], weights: number[], penalty: number): Float64Array {
  const width = weights.length;
  const slope = Float64Array.from(weights, (weight, place) => (place ? penalty * weight : 0));
  const curve = Array.from({ length: width }, (_, place) => {
    const line = new Float64Array(width);
    line[place] = place ? penalty : 1e-9;
    return line;
  });
  for (const [at, { is, weight }] of rows.entries()) {
    const input = inputs[at] ?? [];
    const sum = input.reduce((before, value, place) => before + value * (weights[place] ?? 0), 0);
    const chance = 1 / (1 + Math.exp(-sum));
    const bend = weight * chance * (1 - chance);
    for (let row = 0; row < width; row++) {
      const value = input[row] ?? 0;
      slope[row] = (slope[row] ?? 0) + weight * (chance - Number(is)) * value;
      const line = curve[row];
      if (!line || value === 0) continue;
      for (let column = 0; column < width; column++)
        line[column] = (line[column] ?? 0) + bend * value * (input[column] ?? 0);
    }
  }
  return solve(curve, slope);
}

/** Solves a symmetric positive system by elimination; modifies its arguments. */
function solve(lines: Float64Array[], right: Float64Array): Float64Array {
  for (const [place, line] of lines.entries())
    for (let below = place + 1; below < lines.length; below++) {
      const other = lines[below];
      const share = (other?.[place] ?? 0) / (line[place] ?? 1);
      if (!other || share === 0) continue;
      for (let column = place; column < lines.length; column++)
        other[column] = (other[column] ?? 0) - share * (line[column] ?? 0);
      right[below] = (right[below] ?? 0) - share * (right[place] ?? 0);
    }
  for (let place = lines.length - 1; place >= 0; place--) {
    let sum = right[place] ?? 0;
    for (let column = place + 1; column < lines.length; column++)
      sum -= (lines[place]?.[column] ?? 0) * (right[column] ?? 0);
    right[place] = sum / (lines[place]?.[place] ?? 1);
  }
  return right;
}
