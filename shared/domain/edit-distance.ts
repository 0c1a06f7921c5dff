/**
 * The number of single-letter changes that turn one word into the other: adding, removing or replacing a letter, or
 * swapping two neighbours.
 */
export function computeEditDistance(a: string, b: string): number {
  let twoBefore: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? (twoBefore[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(changed, swapped, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    [twoBefore, before] = [before, row];
  }
  return before[b.length] ?? 0;
}
