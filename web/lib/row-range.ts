import { useMemo } from "react";

/** Rows of a long list, both ends included; null before the list is measured. */
export type RowRange = { startIndex: number; endIndex: number } | null;

/** One object for as long as the same rows are meant. */
export function useSameRange(range: RowRange): RowRange {
  const { startIndex, endIndex } = range ?? {};
  return useMemo(
    () => (startIndex === undefined || endIndex === undefined ? null : { startIndex, endIndex }),
    [startIndex, endIndex],
  );
}

/** Whether a row is one of the range, or one of so many before and after it. */
export const isWithin = (row: number, range: RowRange, beyond: number) =>
  range !== null && row >= range.startIndex - beyond && row <= range.endIndex + beyond;
