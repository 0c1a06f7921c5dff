import type { RaisedCap } from "../db/schema.ts";

/** Tokens reserved for the answer of a call in progress, whose length is still unknown. */
export const USUAL_OUTPUT_TOKENS = 1_000;
const MICROS = 1_000_000;

/** A workspace's spending limits by UTC day and month; null means no limit. */
export interface SpendingCaps {
  dailyDollars: number | null;
  monthlyDollars: number | null;
  /** The largest number of tokens a day, of questions and answers together; null means no limit. */
  dailyTokens: number | null;
}

export interface SpentAmounts {
  day: { micros: number; tokens: number };
  month: { micros: number };
}

/** The estimated cost of calls in progress, by workspace. */
export type RunningCalls = Map<string, { micros: number; tokens: number }>;

/** Takes the stricter value of each cap. */
export function takeStricterCaps(one: SpendingCaps, other: SpendingCaps): SpendingCaps {
  const least = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b));
  return {
    dailyDollars: least(one.dailyDollars, other.dailyDollars),
    monthlyDollars: least(one.monthlyDollars, other.monthlyDollars),
    dailyTokens: least(one.dailyTokens, other.dailyTokens),
  };
}

/** Applies raised caps. Each raise counts in the day and month (UTC) in which somebody agreed to it. */
export function applyCapRaises(
  { dailyDollars, monthlyDollars, dailyTokens }: SpendingCaps,
  raised: readonly RaisedCap[],
): SpendingCaps {
  const month = filterThisMonth(raised);
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

export const filterThisMonth = (raised: readonly RaisedCap[]): RaisedCap[] =>
  raised.filter(({ at }) => at.startsWith(new Date().toISOString().slice(0, 7)));

/** The share of each cap for background work; the rest is reserved for people's questions. */
export const BACKGROUND_SHARE = 0.9;

interface CallConditions {
  /** True if the call costs money. */
  isPaid: boolean;
  /** True if a person waits for the answer. */
  isQuestion: boolean;
}

/** Returns the cap that blocks the workspace's calls and the time at which the cap ends; null while calls are allowed. */
export function findReachedCap(
  { dailyDollars, monthlyDollars, dailyTokens }: SpendingCaps,
  spent: SpentAmounts,
  underWay: { micros: number; tokens: number },
  { isPaid, isQuestion }: CallConditions,
): { sentence: string; until: Date } | null {
  const month = { used: spent.month.micros + underWay.micros, cap: isPaid ? toMicros(monthlyDollars) : null };
  const day = { used: spent.day.micros + underWay.micros, cap: isPaid ? toMicros(dailyDollars) : null };
  const tokens = { used: spent.day.tokens + underWay.tokens, cap: dailyTokens };
  const isReached = ({ used, cap }: { used: number; cap: number | null }) =>
    cap !== null && used >= cap * (isQuestion ? 1 : BACKGROUND_SHARE);
  const spentOf = (what: string, { used, cap }: { used: number; cap: number | null }) =>
    cap !== null && used >= cap
      ? `${what} are spent.`
      : `${what} are spent but for a tenth, which is kept for questions.`;
  if (isReached(month))
    return {
      sentence: spentOf(`This month's ${monthlyDollars} US dollars for the language model`, month),
      until: nextMonth(),
    };
  if (isReached(day))
    return { sentence: spentOf(`Today's ${dailyDollars} US dollars (LLM_DAILY_CAP_USD)`, day), until: nextDay() };
  if (isReached(tokens))
    return { sentence: spentOf(`Today's ${dailyTokens} tokens (LLM_DAILY_CAP_TOKENS)`, tokens), until: nextDay() };
  return null;
}

const toMicros = (dollars: number | null) => (dollars === null ? null : dollars * MICROS);

const ALERT_AT = 0.8;

/** Returns caps of which at least four fifths are spent. Calls report a fully spent cap themselves. */
export function listAlmostReachedCaps(
  { dailyDollars, monthlyDollars }: SpendingCaps,
  spent: SpentAmounts,
): ("day" | "month")[] {
  const isAlmost = (cap: number | null, micros: number) =>
    cap !== null && micros >= cap * MICROS * ALERT_AT && micros < cap * MICROS;
  return [
    ...(isAlmost(dailyDollars, spent.day.micros) ? (["day"] as const) : []),
    ...(isAlmost(monthlyDollars, spent.month.micros) ? (["month"] as const) : []),
  ];
}

export function reserveSpending(underWay: RunningCalls, workspaceId: string, micros: number, tokens: number): void {
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
