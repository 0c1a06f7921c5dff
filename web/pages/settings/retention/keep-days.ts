import { KEEP_DAYS } from "../../../../shared/domain/retention.ts";

/** Reads a number of days; undefined if the text is none. */
export function parseDays(text: string): number | undefined {
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return days >= KEEP_DAYS.min && days <= KEEP_DAYS.max ? days : undefined;
}
