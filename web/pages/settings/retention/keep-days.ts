import { KEEP_DAYS } from "../../../../shared/domain/retention.ts";

/** Undefined when the text is not a number of days. */
export function parseDays(text: string): number | undefined {
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return days >= KEEP_DAYS.min && days <= KEEP_DAYS.max ? days : undefined;
}
