export interface SoftmaxRow {
  /** Position and value of what is not zero. */
  inputs: [number, number][];
  target: number;
  weight: number;
}

/** Regularised multinomial logistic regression by AdaGrad over all rows. Each class's last weight is its bias. */
export function fitSoftmax(
  rows: SoftmaxRow[],
  classes: number,
  width: number,
  l2: number,
  rounds: number,
): Float64Array[] {
  const lines = () => Array.from({ length: classes }, () => new Float64Array(width + 1));
  const weights = lines();
  const squares = lines().map((line) => line.fill(1e-6));
  const total = rows.reduce((sum, row) => sum + row.weight, 0);
  for (let round = 0; round < rounds; round++) {
    const gradients = lines();
    for (const { inputs, target, weight } of rows) {
      const logits = softmaxLogits(weights, inputs);
      const highest = Math.max(...logits);
      const odds = logits.map((logit) => Math.exp(logit - highest));
      const sum = odds.reduce((all, one) => all + one, 0);
      for (const [index, line] of gradients.entries()) {
        const error = weight * ((odds[index] ?? 0) / sum - Number(index === target));
        for (const [input, value] of inputs) line[input] = (line[input] ?? 0) + error * value;
        line[width] = (line[width] ?? 0) + error;
      }
    }
    for (const [index, line] of gradients.entries()) {
      const own = weights[index] ?? new Float64Array();
      const seen = squares[index] ?? new Float64Array();
      for (let i = 0; i <= width; i++) {
        const step = ((line[i] ?? 0) + (i === width ? 0 : l2 * (own[i] ?? 0))) / total;
        seen[i] = (seen[i] ?? 0) + step * step;
        own[i] = (own[i] ?? 0) - (0.3 * step) / Math.sqrt(seen[i] ?? 1);
      }
    }
  }
  return weights;
}

export function softmaxLogits(weights: Float64Array[], inputs: [number, number][]): number[] {
  return weights.map((line) =>
    inputs.reduce((sum, [input, value]) => sum + (line[input] ?? 0) * value, line.at(-1) ?? 0),
  );
}
