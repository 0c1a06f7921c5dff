import type { LogCounts } from "../../../shared/contract/activity.ts";

/** Percent of all logs that are errors; 0 when there are none. */
export function errorRateOf({ error, total }: Pick<LogCounts, "error" | "total">): number {
  return total === 0 ? 0 : (error / total) * 100;
}

/** '33.3%', '0%' */
export const formatPercent = (percent: number) => `${Math.round(percent * 10) / 10}%`;
