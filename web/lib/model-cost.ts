import { formatCount, formatItems } from "./format.ts";

interface Range {
  least: number;
  most: number;
}

/** Formats a price: '$12.40', '$0.0031'. A positive price is never '$0.00'. */
export function formatPrice(dollars: number): string {
  const digits = dollars === 0 || dollars >= 1 ? 2 : Math.min(6, 2 - Math.floor(Math.log10(dollars)));
  return `$${dollars.toLocaleString("en", { minimumFractionDigits: Math.min(2, digits), maximumFractionDigits: digits })}`;
}

/** Formats a price without fractions of a cent, such as 'about $0.12'; null for an unknown price. */
export function formatApproximatePrice(dollars: number | null): string | null {
  if (dollars === null) return null;
  return dollars > 0 && dollars < CENT ? "less than $0.01" : `about ${formatPrice(Number(dollars.toPrecision(2)))}`;
}

/** Formats an estimate without tenths of a cent: '$0.12 to $0.60', 'less than $0.01'. */
export function formatPriceRange({ least, most }: Range): string {
  const cents = (dollars: number) => `$${dollars.toFixed(2)}`;
  if (most < CENT) return "less than $0.01";
  if (least < CENT) return `up to ${cents(most)}`;
  return cents(least) === cents(most) ? cents(most) : `${cents(least)} to ${cents(most)}`;
}
const CENT = 0.01;

/** Formats a range of time, such as '2 to 5 minutes'. */
export function formatMinuteRange({ least, most }: Range): string {
  const [from, to] = [Math.max(1, Math.round(least)), Math.max(1, Math.round(most))];
  return from === to ? formatItems(to, "minute") : `${formatCount(from)} to ${formatItems(to, "minute")}`;
}

interface ReadingCost {
  messages: number;
  calls: Range;
  minutes: Range;
  dollars: Range | null;
  model: string | null;
}

/**
 * Describes the cost of reading: '3,400 messages take 4 to 12 minutes, 90 to 600 calls and $0.25 to $0.60 with
 * claude-sonnet-5-5.' Null if it costs less than a cent. Without a known price, only the number of calls.
 */
export function formatReadingCost({ messages, calls, minutes, dollars, model }: ReadingCost): string | null {
  if (model === null || calls.most === 0 || (dollars && dollars.most < CENT)) return null;
  const work = `${formatItems(messages, "message takes", "messages take")} ${formatMinuteRange(minutes)}`;
  return dollars
    ? `${work}, ${formatCallRange(calls)} and ${formatPriceRange(dollars)} with ${model}. What goes beyond your limits waits.`
    : `${work} and ${formatCallRange(calls)} of ${model}, whose price is not known.`;
}

/** Formats a range of calls to a model, such as '90 to 600 calls'. */
const formatCallRange = ({ least, most }: Range) =>
  least === most ? formatItems(most, "call") : `${formatCount(least)} to ${formatItems(most, "call")}`;

interface WritingCost extends Omit<ReadingCost, "model"> {
  articles: number;
}

/** Describes the cost of writing: '16 articles from 96 messages: 1 to 3 minutes, 32 calls and $0.20 to $0.40.' */
export function formatWritingCost({ articles, messages, calls, minutes, dollars }: WritingCost): string {
  const takes = `${formatMinuteRange(minutes)}, ${formatCallRange(calls)} and ${dollars ? formatPriceRange(dollars) : "a price that is not known"}`;
  return `${formatItems(articles, "article")} from ${formatItems(messages, "message")}: ${takes}.`;
}
