/**
 * A `ts` is the id of a message and its time: seconds, a point, six digits of microseconds. Whole microseconds are exact in
 * a number until the year 2255; a float of seconds is not.
 */
const TS = /^(\d{1,10})\.(\d{6})$/;

/** Microseconds since 1970; null when it is no `ts`. */
export function microsOf(ts: unknown): number | null {
  const parts = typeof ts === "string" ? TS.exec(ts) : null;
  return parts ? Number(parts[1]) * 1_000_000 + Number(parts[2]) : null;
}

export function tsOf(micros: number): string {
  return `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, "0")}`;
}

export function dateOf(micros: number): Date {
  return new Date(Math.floor(micros / 1000));
}
