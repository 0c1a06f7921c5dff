/**
 * Matches a `ts`, which is a message's id and time: seconds, a point, and six digits of microseconds. As a number,
 * whole microseconds are exact until the year 2255, but seconds with a fraction are not.
 */
const TS = /^(\d{1,10})\.(\d{6})$/;

/** Returns microseconds since 1970; null for an invalid `ts`. */
export function parseMicros(ts: unknown): number | null {
  const parts = typeof ts === "string" ? TS.exec(ts) : null;
  return parts ? Number(parts[1]) * 1_000_000 + Number(parts[2]) : null;
}

export function formatTimestamp(micros: number): string {
  return `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, "0")}`;
}

export function toDate(micros: number): Date {
  return new Date(Math.floor(micros / 1000));
}
