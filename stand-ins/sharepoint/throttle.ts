const MINUTE_MS = 60_000;

/**
 * Resource units per minute for an app in a tenant with up to a thousand licenses, and the cost of a call.
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

  /** The seconds to wait when the call exceeds the limit; null when it is allowed. */
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
