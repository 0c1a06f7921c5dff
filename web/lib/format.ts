import { HIDDEN_CHANNEL_NAME } from "../../shared/domain/access.ts";

const SECONDS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

interface DateFormat {
  locale: string;
  timeZone?: string | undefined;
}
const USUAL_LOCALE = "en-GB";

function formatsOf({ locale, timeZone }: DateFormat) {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone });
  return {
    relative: new Intl.RelativeTimeFormat(locale, { numeric: "always" }),
    day: format({ dateStyle: "medium" }),
    minute: format({ dateStyle: "medium", timeStyle: "short" }),
    thisYear: format({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }),
    year: format({ year: "numeric" }),
    time: format({ timeStyle: "short" }),
  };
}
let formats = formatsOf({ locale: USUAL_LOCALE });
let chosen: DateFormat = { locale: USUAL_LOCALE };

/**
 * Sets the person's date format. Must be called before any date is rendered. Ignores values that the browser does not
 * know.
 */
export function setDateFormat({ locale, timeZone }: { locale: string | null; timeZone: string | null }): void {
  const wanted: DateFormat = { locale: locale ?? USUAL_LOCALE, timeZone: timeZone ?? undefined };
  if (wanted.locale === chosen.locale && wanted.timeZone === chosen.timeZone) return;
  try {
    formats = formatsOf(wanted);
    chosen = wanted;
  } catch {
    // The browser does not know the stored time zone, so the previous format stays.
  }
}
/** Returns the time zone of displayed dates: the person's choice, or the browser's. */
export const getTimeZone = () => chosen.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

const dollars = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });
const count = new Intl.NumberFormat("en");

/** Formats the time since a moment, such as '2 hours ago'; 'just now' under a minute. */
export function formatAgo(moment: string, now: number = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(moment)) / 1000));
  for (const [unit, length] of SECONDS)
    if (seconds >= length) return formats.relative.format(-Math.floor(seconds / length), unit);
  return "just now";
}

/** Formats a moment as a day, such as '21 Nov 2026'. */
export const formatDay = (moment: string) => formats.day.format(Date.parse(moment));
/** Formats a moment as a day and time, such as '21 Nov 2026, 09:12'. */
export const formatDateTime = (moment: string) => formats.minute.format(Date.parse(moment));
/** Formats the time of a chat message, such as '20 Nov, 13:11', with the year when it is not the current one. */
export function formatMessageTime(moment: string, now: Date = new Date()): string {
  const sent = new Date(moment);
  const { year, thisYear, minute } = formats;
  return year.format(sent) === year.format(now) ? thisYear.format(sent) : minute.format(sent);
}
/** Formats a moment as a time of day, such as '13:11'. */
export const formatTime = (moment: string) => formats.time.format(Date.parse(moment));
/** Formats a number with separators, such as '12,480'. */
export const formatCount = (value: number) => count.format(value);
/** Formats cents as dollars, such as '$74.00' for 7400. */
export const formatDollars = (cents: number) => dollars.format(cents / 100);
/** Formats a share as percent, such as '87%' for 0.87. */
export const formatShare = (share: number) => `${Math.round(share * 100)}%`;
/** Formats a count with its noun, such as '1 article' or '3 articles'. */
export const formatItems = (items: number, one: string, many = `${one}s`) =>
  `${formatCount(items)} ${items === 1 ? one : many}`;

/** Adds '#' to a channel's name, if it has none. 'a private channel' gets none. */
export const formatChannel = (name: string) => (name === HIDDEN_CHANNEL_NAME ? name : `#${name.replace(/^#/, "")}`);

/** Formats a change in percent, such as '+12% from last week' or 'No change'. */
export function formatChange(percent: number | null): string {
  if (percent === null || percent === 0) return "No change";
  return `${percent > 0 ? "+" : "−"}${Math.abs(percent)}% from last week`;
}

/** Formats minutes between checks, such as '10 minutes', '1 hour' or 'once daily'. */
export function formatFrequency(minutes: number): string {
  if (minutes === 1440) return "once daily";
  return minutes % 60 === 0 ? formatItems(minutes / 60, "hour") : formatItems(minutes, "minute");
}

/** The anchor of an article's section. `section`: its position in the article, from 0. */
export const getSectionAnchor = (section: number) => `section-${section + 1}`;
