const MINUTE_MS = 60_000;

/**
 * The units per minute of an app in a tenant with up to a thousand licenses (`UNITS_A_MINUTE`), and the units that a
 * call costs (`UNITS`).
 * https://learn.microsoft.com/sharepoint/dev/general-development/how-to-avoid-getting-throttled-or-blocked-in-sharepoint-online
 */
export const UNITS_A_MINUTE = 1_250;
const UNITS = { one: 1, many: 2 };

export class Throttle {
  readonly #units: number;
  readonly #callsOf = new Map<string, { at: number; units: number }[]>();

  constructor(units: number) {
    this.#units = units;
  }

  /** Returns the seconds to wait if the call exceeds the limit; null if the call is permitted. */
  refuse(appId: string, { method, url }: { method: string; url: string }): number | null {
    const now = Date.now();
    const calls = (this.#callsOf.get(appId) ?? []).filter(({ at }) => at > now - MINUTE_MS);
    this.#callsOf.set(appId, calls);
    const units =
      method === "GET" && !/\/(?:lists|pages\/microsoft\.graph\.sitePage)(?:\?|$)/.test(url) ? UNITS.one : UNITS.many;
    const used = calls.reduce((sum, call) => sum + call.units, 0);
    const [oldest] = calls;
    if (used + units > this.#units && oldest) return Math.max(1, Math.ceil((oldest.at + MINUTE_MS - now) / 1000));
    calls.push({ at: now, units });
    return null;
  }
}
