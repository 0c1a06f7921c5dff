import { useMemo } from "react";

/** The first and the last visible row of a long list; null before the list is measured. */
export type RowRange = { startIndex: number; endIndex: number } | null;

/** Returns the same object while the values are equal, so that React does not render again. */
export function useSameRange(range: RowRange): RowRange {
  const { startIndex, endIndex } = range ?? {};
  return useMemo(
    () => (startIndex === undefined || endIndex === undefined ? null : { startIndex, endIndex }),
    [startIndex, endIndex],
  );
}

/** True if a row is in the range, extended by `beyond` rows on both sides. */
export const isWithin = (row: number, range: RowRange, beyond: number) =>
  range !== null && row >= range.startIndex - beyond && row <= range.endIndex + beyond;
