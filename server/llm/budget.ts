import type { RaisedCap } from "../db/schema.ts";

/** What an answer usually comes to, for calls that are under way. */
export const USUAL_OUTPUT_TOKENS = 1_000;
const MICROS = 1_000_000;

/** What a workspace may spend; days and months are UTC's. Null: no such cap. */
export interface Caps {
  dailyDollars: number | null;
  monthlyDollars: number | null;
  /** Question and answer together. */
  dailyTokens: number | null;
}

export interface Spent {
  day: { micros: number; tokens: number };
  month: { micros: number };
}

/** By workspace: what its calls that are under way will cost about; whichever run makes them. */
export type CallsUnderWay = Map<string, { micros: number; tokens: number }>;

/** The stricter one of each. */
export function leastCaps(one: Caps, other: Caps): Caps {
  const least = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b));
  return {
    dailyDollars: least(one.dailyDollars, other.dailyDollars),
    monthlyDollars: least(one.monthlyDollars, other.monthlyDollars),
    dailyTokens: least(one.dailyTokens, other.dailyTokens),
  };
}

/** Each raise counts in the day and the month (UTC) in which somebody agreed to it. */
export function raisedCaps({ dailyDollars, monthlyDollars, dailyTokens }: Caps, raised: readonly RaisedCap[]): Caps {
  const month = ofThisMonth(raised);
  const today = new Date().toISOString().slice(0, 10);
  const day = month.filter(({ at }) => at.startsWith(today));
  const plus = (cap: number | null, by: readonly RaisedCap[], what: "dollars" | "tokens") =>
    cap === null ? null : Math.round((cap + by.reduce((sum, one) => sum + one[what], 0)) * 100) / 100;
  return {
    dailyDollars: plus(dailyDollars, day, "dollars"),
    monthlyDollars: plus(monthlyDollars, month, "dollars"),
    dailyTokens: plus(dailyTokens, day, "tokens"),
  };
}

export const ofThisMonth = (raised: readonly RaisedCap[]): RaisedCap[] =>
  raised.filter(({ at }) => at.startsWith(new Date().toISOString().slice(0, 7)));

/** Why the workspace may ask no more, and from when on it may again; null while it may. `isPaid`: the call costs something. */
export function capReached(
  caps: Caps,
  spent: Spent,
  underWay: { micros: number; tokens: number },
  isPaid: boolean,
): { sentence: string; until: Date } | null {
  const { dailyDollars, monthlyDollars, dailyTokens } = caps;
  if (isPaid && monthlyDollars !== null && spent.month.micros + underWay.micros >= monthlyDollars * MICROS)
    return {
      sentence: `This month's ${monthlyDollars} US dollars for the language model are spent.`,
      until: nextMonth(),
    };
  if (isPaid && dailyDollars !== null && spent.day.micros + underWay.micros >= dailyDollars * MICROS)
    return { sentence: `Today's ${dailyDollars} US dollars (LLM_DAILY_CAP_USD) are spent.`, until: nextDay() };
  if (dailyTokens !== null && spent.day.tokens + underWay.tokens >= dailyTokens)
    return { sentence: `Today's ${dailyTokens} tokens (LLM_DAILY_CAP_TOKENS) are spent.`, until: nextDay() };
  return null;
}

const ALERT_AT = 0.8;

/** The caps of which four fifths are spent; what is spent whole says so itself. */
export function almostReached({ dailyDollars, monthlyDollars }: Caps, spent: Spent): ("day" | "month")[] {
  const isAlmost = (cap: number | null, micros: number) =>
    cap !== null && micros >= cap * MICROS * ALERT_AT && micros < cap * MICROS;
  return [
    ...(isAlmost(dailyDollars, spent.day.micros) ? (["day"] as const) : []),
    ...(isAlmost(monthlyDollars, spent.month.micros) ? (["month"] as const) : []),
  ];
}

export function reserve(underWay: CallsUnderWay, workspaceId: string, micros: number, tokens: number): void {
  const before = underWay.get(workspaceId) ?? { micros: 0, tokens: 0 };
  const after = { micros: before.micros + micros, tokens: before.tokens + tokens };
  if (after.tokens > 0) underWay.set(workspaceId, after);
  else underWay.delete(workspaceId);
}

function nextDay(now = new Date()): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}

function nextMonth(now = new Date()): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}
