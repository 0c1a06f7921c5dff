import type { Analytics } from "../../../shared/contract/activity.ts";

export const RANGE_PRESETS = [
  { name: "7", label: "7 days", days: 7 },
  { name: "30", label: "30 days", days: 30 },
  { name: "90", label: "90 days", days: 90 },
  { name: "year", label: "Year", days: 365 },
  { name: "all", label: "All", days: null },
] as const;
export type PresetName = (typeof RANGE_PRESETS)[number]["name"];
export const USUAL_PRESET: PresetName = "30";

/** A range of days like '2026-11-21'. Without a first day, the range begins with the oldest data. */
export interface DateRange {
  preset: PresetName | null;
  from: string | undefined;
  to: string;
}

/** Reads the range from the URL. A missing or unknown value becomes the default range. */
export function readRange(params: URLSearchParams, today: string): DateRange {
  const [from, to] = [dayIn(params.get("from")), dayIn(params.get("to"))];
  if (from || to) return { preset: null, from, to: to ?? today };
  const named = RANGE_PRESETS.find(({ name }) => name === params.get("range"));
  const { name, days } = named ?? RANGE_PRESETS[1];
  return { preset: name, from: days === null ? undefined : addDays(today, 1 - days), to: today };
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the current day in the reader's time zone. */
export function getToday(now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function dayIn(text: string | null): string | undefined {
  if (!text || !/^(19[7-9]|20\d)\d-\d\d-\d\d$/.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : text;
}

const form = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options });
  return (day: string) => format.format(Date.parse(`${day}T00:00:00Z`));
};
/** Formats a day as '21 Nov 2026'. */
export const formatLongDay = form({ day: "numeric", month: "short", year: "numeric" });
const shortDay = form({ day: "numeric", month: "short" });
const month = form({ month: "short", year: "numeric" });

/** The axis label of a chart step: '21 Nov', 'Nov 2026', '2026'. */
export function formatStepLabel(start: string, step: Analytics["step"]): string {
  if (step === "year") return start.slice(0, 4);
  return step === "month" ? month(start) : shortDay(start);
}

/** The full name of a chart step: '21 Nov 2026', 'Week of 16 Nov 2026'. */
export function formatStepTitle(start: string, step: Analytics["step"]): string {
  if (step === "week") return `Week of ${formatLongDay(start)}`;
  return step === "day" ? formatLongDay(start) : formatStepLabel(start, step);
}
