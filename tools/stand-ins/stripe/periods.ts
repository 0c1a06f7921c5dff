import type { Price } from "./resources.ts";

/** Returns the end of the period that starts at `start`. The period ends on the subscription's billing day. */
export function computePeriodEnd(anchor: number, start: number, { recurring }: Pick<Price, "recurring">): number {
  const { interval = "month", interval_count = 1 } = recurring ?? {};
  for (let periods = 1; ; periods += 1) {
    const end = addInterval(anchor, interval, periods * interval_count);
    if (end > start) return end;
  }
}

/** Adds an interval in UTC. The 31st becomes the last day of a shorter month. */
export function addInterval(from: number, interval: string, count: number): number {
  if (interval === "day" || interval === "week") return from + count * 86_400 * (interval === "week" ? 7 : 1);
  const date = new Date(from * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count * (interval === "year" ? 12 : 1));
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
}
