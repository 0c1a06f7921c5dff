import type { StatusArea, StatusState } from "../../shared/contract/status.ts";

/** An entry of a status area, as a sentence for people. An area has the worst state of its entries. */

export type StatusEntry = StatusArea["entries"][number];

const MOST_ENTRIES = 20;

const SEVERITY: readonly StatusState[] = ["wrong", "late", "off", "fine"];

export function buildArea(key: StatusArea["key"], entries: StatusEntry[], summary: string): StatusArea {
  const sorted = entries.toSorted((a, b) => SEVERITY.indexOf(a.state) - SEVERITY.indexOf(b.state));
  const worst = sorted[0]?.state;
  return {
    key,
    state: worst === "wrong" || worst === "late" ? worst : "fine",
    summary,
    entries: sorted.slice(0, MOST_ENTRIES),
  };
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** Formats a duration as '3 minutes', '2 hours', or 'less than a minute'. */
export function formatDuration(seconds: number): string {
  for (const [unit, length] of UNITS) {
    const count = Math.floor(seconds / length);
    if (count > 0) return `${count} ${unit}${count === 1 ? "" : "s"}`;
  }
  return "less than a minute";
}
