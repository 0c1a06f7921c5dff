/** A visit ends after this time without a page view. */
const PAUSE_MS = 30 * 60_000;

interface StoredVisit {
  /** The end of the previous visit; null during the first one. */
  before: string | null;
  /** The time of the last visit to the dashboard. */
  seen: string;
}

/** Returns the end of this person's previous visit in this browser; null on the first visit. */
export function recordVisit(personId: string, now = new Date()): Date | null {
  const key = `lastVisit.${personId}`;
  const kept = read(key);
  const isSame = kept !== null && now.getTime() - Date.parse(kept.seen) < PAUSE_MS;
  const before = isSame ? kept.before : (kept?.seen ?? null);
  try {
    localStorage.setItem(key, JSON.stringify({ before, seen: now.toISOString() } satisfies StoredVisit));
  } catch {
    // The browser's storage is disabled, so every visit counts as the first.
  }
  return before === null ? null : new Date(before);
}

function read(key: string): StoredVisit | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null") as StoredVisit | null;
    return kept && !Number.isNaN(Date.parse(kept.seen)) ? kept : null;
  } catch {
    return null;
  }
}
