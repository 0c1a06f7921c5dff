/** A visit ends when nothing was looked at for this long. */
const PAUSE_MS = 30 * 60_000;

interface Kept {
  /** When the visit before this one ended; null in the first one. */
  before: string | null;
  /** When the dashboard was looked at last. */
  seen: string;
}

/** When this person was here last, before this visit, in this browser; null on the first visit. */
export function noteVisit(personId: string, now = new Date()): Date | null {
  const key = `lastVisit.${personId}`;
  const kept = read(key);
  const isSame = kept !== null && now.getTime() - Date.parse(kept.seen) < PAUSE_MS;
  const before = isSame ? kept.before : (kept?.seen ?? null);
  try {
    localStorage.setItem(key, JSON.stringify({ before, seen: now.toISOString() } satisfies Kept));
  } catch {
    // A browser that keeps nothing: every visit is the first.
  }
  return before === null ? null : new Date(before);
}

function read(key: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null") as Kept | null;
    return kept && !Number.isNaN(Date.parse(kept.seen)) ? kept : null;
  } catch {
    return null;
  }
}
