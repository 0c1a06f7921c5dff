import type { Analytics } from "../../shared/contract/activity.ts";

type Step = Analytics["step"];

export interface RangeDivision {
  step: Step;
  /** The first day of each step on the chart's time axis, such as '2026-11-21'. */
  starts: string[];
  /** The start of each step, followed by the end of the last step. */
  bounds: Date[];
}

const DAY_MS = 86_400_000;
/** The most days for each length of a step. Longer ranges use longer steps. */
const LONGEST: [Step, days: number][] = [
  ["day", 92],
  ["week", 2 * 366],
  ["month", 10 * 366],
];

/** Divides a range of days, first and last included, into steps for a chart. Weeks start on Monday. */
export function divideRange(from: string, to: string, timeZone: string): RangeDivision {
  const days = (utc(to) - utc(from)) / DAY_MS + 1;
  const step = LONGEST.find(([, most]) => days <= most)?.[0] ?? "year";
  const starts: string[] = [];
  for (let start = from; start <= to; start = nextStart(start, step)) starts.push(start);
  const ends = formatDateInZone(new Date(utc(to) + DAY_MS), "UTC");
  return { step, starts, bounds: [...starts, ends].map((day) => startOfDay(day, timeZone)) };
}

/** Returns the date of a point in time in the time zone. */
export function formatDateInZone(moment: Date, timeZone: string): string {
  const { year, month, day } = fieldsOf(moment, timeZone);
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`);

function nextStart(day: string, step: Step): string {
  const date = new Date(utc(day));
  if (step === "day") date.setUTCDate(date.getUTCDate() + 1);
  if (step === "week") date.setUTCDate(date.getUTCDate() + 7 - ((date.getUTCDay() + 6) % 7));
  if (step === "month") date.setUTCMonth(date.getUTCMonth() + 1, 1);
  if (step === "year") date.setUTCFullYear(date.getUTCFullYear() + 1, 0, 1);
  return date.toISOString().slice(0, 10);
}

function startOfDay(day: string, timeZone: string): Date {
  const midnight = utc(day);
  const guess = midnight - offsetAt(midnight, timeZone);
  const start = new Date(midnight - offsetAt(guess, timeZone));
  // If the change to summer time skips midnight, the day starts an hour later.
  return formatDateInZone(start, timeZone) < day ? new Date(start.getTime() + DAY_MS / 24) : start;
}

/** The milliseconds by which the time zone is ahead of UTC. */
function offsetAt(moment: number, timeZone: string): number {
  const { year = 0, month = 1, day, hour, minute, second } = fieldsOf(new Date(moment), timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - moment;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function fieldsOf(moment: Date, timeZone: string): Record<string, number> {
  const clock =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat("en-US-u-ca-iso8601", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  formatters.set(timeZone, clock);
  return Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
}
