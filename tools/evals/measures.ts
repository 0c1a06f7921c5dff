/** Precision and recall of the chosen items. */
export interface Scores {
  precision: number;
  recall: number;
  f1: number;
}

export function computeScores(hits: number, chosen: number, wanted: number): Scores {
  const precision = chosen ? hits / chosen : 0;
  const recall = wanted ? hits / wanted : 0;
  return { precision, recall, f1: precision + recall ? (2 * precision * recall) / (precision + recall) : 0 };
}

/** Computes the area under the ROC curve. Ties count half. */
export function computeAreaUnderCurve(rows: { score: number; positive: boolean }[]): number {
  const sorted = [...rows].sort((a, b) => a.score - b.score);
  let rankSum = 0;
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    while (end < sorted.length && sorted[end]?.score === sorted[start]?.score) end++;
    for (let i = start; i < end; i++) if (sorted[i]?.positive) rankSum += (start + end + 1) / 2;
    start = end;
  }
  const positives = rows.filter((row) => row.positive).length;
  const negatives = rows.length - positives;
  return positives && negatives ? (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives) : Number.NaN;
}

/** Computes the expected calibration error over ten equal ranges of the score. */
export function computeCalibrationError(rows: { score: number; positive: boolean }[]): number {
  const bands = Array.from({ length: 10 }, () => ({ count: 0, score: 0, positive: 0 }));
  for (const row of rows) {
    const band = bands[Math.min(9, Math.floor(row.score * 10))];
    if (!band) continue;
    band.count++;
    band.score += row.score;
    band.positive += Number(row.positive);
  }
  return bands.reduce((sum, band) => sum + Math.abs(band.score - band.positive), 0) / rows.length;
}

/**
 * Measures the agreement of two divisions of the same messages, by the measures published for IRC (Kummerfeld et al.
 * 2019).
 */
export function comparePartitions(gold: (number | string)[], chosen: (number | string)[]) {
  const count = gold.length;
  const goldSets = setsOf(gold);
  const chosenSets = setsOf(chosen);
  const overlap = new Map<string, number>();
  for (let i = 0; i < count; i++)
    overlap.set(`${gold[i]}|${chosen[i]}`, (overlap.get(`${gold[i]}|${chosen[i]}`) ?? 0) + 1);
  let information = 0;
  let exact = 0;
  for (const [key, both] of overlap) {
    const [g = "", c = ""] = key.split("|");
    const inGold = goldSets.get(g) ?? 0;
    const inChosen = chosenSets.get(c) ?? 0;
    information -= (both / count) * (Math.log2(both / inGold) + Math.log2(both / inChosen));
    if (both === inGold && both === inChosen && both > 1) exact++;
  }
  const several = (sets: Map<string, number>) => [...sets.values()].filter((size) => size > 1).length;
  return {
    /** The variation of information in bits; 0 for equal divisions. */
    information,
    oneToOne:
      (100 * bestMatching([...goldSets.keys()], [...chosenSets.keys()], (g, c) => overlap.get(`${g}|${c}`) ?? 0)) /
      count,
    exact: { hits: exact, chosen: several(chosenSets), wanted: several(goldSets) },
  };
}

function setsOf(labels: (number | string)[]): Map<string, number> {
  const sets = new Map<string, number>();
  for (const label of labels) sets.set(String(label), (sets.get(String(label)) ?? 0) + 1);
  return sets;
}

/** Returns the largest total weight of a one-to-one matching (Hungarian method with potentials). */
function bestMatching(rows: string[], columns: string[], weight: (row: string, column: string) => number): number {
  const size = Math.max(rows.length, columns.length);
  const cost = Array.from({ length: size }, (_, r) =>
    Float64Array.from({ length: size }, (_, c) => -weight(rows[r] ?? "\0", columns[c] ?? "\0")),
  );
  const u = new Float64Array(size + 1);
  const v = new Float64Array(size + 1);
  const match = new Int32Array(size + 1);
  for (let row = 1; row <= size; row++) {
    const way = new Int32Array(size + 1);
    const least = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY);
    const used = new Uint8Array(size + 1);
    match[0] = row;
    let column = 0;
    do {
      used[column] = 1;
      const at = match[column] ?? 0;
      let delta = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let c = 1; c <= size; c++) {
        if (used[c]) continue;
        const current = (cost[at - 1]?.[c - 1] ?? 0) - (u[at] ?? 0) - (v[c] ?? 0);
        if (current < (least[c] ?? 0)) {
          least[c] = current;
          way[c] = column;
        }
        if ((least[c] ?? 0) < delta) {
          delta = least[c] ?? 0;
          next = c;
        }
      }
      for (let c = 0; c <= size; c++) {
        if (used[c]) {
          const m = match[c] ?? 0;
          u[m] = (u[m] ?? 0) + delta;
          v[c] = (v[c] ?? 0) - delta;
        } else least[c] = (least[c] ?? 0) - delta;
      }
      column = next;
    } while (match[column] !== 0);
    do {
      const back = way[column] ?? 0;
      match[column] = match[back] ?? 0;
      column = back;
    } while (column);
  }
  let total = 0;
  for (let c = 1; c <= size; c++) total -= cost[(match[c] ?? 1) - 1]?.[c - 1] ?? 0;
  return total;
}
