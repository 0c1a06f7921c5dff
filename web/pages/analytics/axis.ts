import { formatPrice } from "../../lib/model-cost.ts";

/** Computes the labels of a chart's axis: at most five round values from 0 to `max` or more. Counts get integers. */
export function computeTicks(max: number, isWhole: boolean): number[] {
  if (max <= 0) return [0];
  const rough = max / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? max;
  const size = isWhole ? Math.max(1, Math.ceil(step)) : step;
  return Array.from({ length: Math.ceil(max / size) + 1 }, (_, index) => Number((index * size).toPrecision(12)));
}

/** Chooses the columns that have a label on the axis: the first, the last, and at most two evenly between them. */
export function pickLabelledColumns(count: number): number[] {
  const gaps = Math.min(3, count - 1);
  return [...new Set(Array.from({ length: gaps + 1 }, (_, index) => Math.round((index * (count - 1)) / (gaps || 1))))];
}

/** Formats millionths of a dollar: '$12.40', '$0.0031'. A positive amount is never '$0.00'. */
export const formatMoney = (micros: number): string => formatPrice(micros / 1_000_000);
