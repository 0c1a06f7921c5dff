import type { Log } from "../../../shared/contract/activity.ts";
import type { Run } from "../../../shared/contract/analysis.ts";
import type { Article } from "../../../shared/contract/articles.ts";

const DAY_MS = 86_400_000;

export function createdWithin(articles: readonly Article[], days: number, now: number = Date.now()): number {
  return articles.filter(({ createdAt }) => Date.parse(createdAt) > now - days * DAY_MS).length;
}

/** Percent of the logs that are errors; 0 when there are none. */
export function errorRateOf(logs: readonly Log[]): number {
  if (logs.length === 0) return 0;
  return (logs.filter(({ type }) => type === "error").length / logs.length) * 100;
}

/** How long the latest finished runs took on average; null before the first. */
export function meanSecondsOf(runs: readonly Run[]): number | null {
  const lengths = runs.flatMap(({ startedAt, finishedAt }) =>
    startedAt && finishedAt ? [(Date.parse(finishedAt) - Date.parse(startedAt)) / 1000] : [],
  );
  return lengths.length === 0 ? null : lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
}
