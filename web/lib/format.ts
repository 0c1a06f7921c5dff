const LOCALE = "en-GB";
const SECONDS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: "always" });
const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium" });
const minute = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short" });
const thisYear = new Intl.DateTimeFormat(LOCALE, {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
const time = new Intl.DateTimeFormat(LOCALE, { timeStyle: "short" });
const dollars = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });
const count = new Intl.NumberFormat("en");

/** '2 hours ago'; 'just now' under a minute. */
export function formatAgo(moment: string, now: number = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(moment)) / 1000));
  for (const [unit, length] of SECONDS)
    if (seconds >= length) return relative.format(-Math.floor(seconds / length), unit);
  return "just now";
}

/** '21 Nov 2026' */
export const formatDay = (moment: string) => day.format(Date.parse(moment));
/** '21 Nov 2026, 09:12' */
export const formatMinute = (moment: string) => minute.format(Date.parse(moment));
/** '20 Nov, 13:11'; with the year when it is not this one. */
export function formatInChat(moment: string, now: Date = new Date()): string {
  const sent = new Date(moment);
  return sent.getFullYear() === now.getFullYear() ? thisYear.format(sent) : minute.format(sent);
}
/** '13:11' */
export const formatTime = (moment: string) => time.format(Date.parse(moment));
/** '12,480' */
export const formatCount = (value: number) => count.format(value);
/** 7400 is '$74.00' */
export const formatDollars = (cents: number) => dollars.format(cents / 100);
/** 0.87 is '87%' */
export const formatShare = (share: number) => `${Math.round(share * 100)}%`;
/** '1 article', '3 articles' */
export const formatItems = (items: number, one: string, many = `${one}s`) =>
  `${formatCount(items)} ${items === 1 ? one : many}`;

/** '#support', however the channel's name arrives. */
export const formatChannel = (name: string) => `#${name.replace(/^#/, "")}`;

/** '+12% from last week', 'No change' */
export function formatChange(percent: number | null): string {
  if (percent === null || percent === 0) return "No change";
  return `${percent > 0 ? "+" : "−"}${Math.abs(percent)}% from last week`;
}

/** '10 minutes', '1 hour', 'once daily' */
export function formatFrequency(minutes: number): string {
  if (minutes === 1440) return "once daily";
  return minutes % 60 === 0 ? formatItems(minutes / 60, "hour") : formatItems(minutes, "minute");
}
