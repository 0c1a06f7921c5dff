interface FirstReads {
  /** Milliseconds since 1970 on the server's clock. */
  readAt?: number;
  /** By address. */
  answers: Record<string, unknown>;
}

/** Shorter than the time for which the server can report missed events. */
const FRESH_FOR_MS = 25_000;

let found: FirstReads = { answers: {} };

/** The text of the document's data block, if it has one (shared/contract/first-reads.ts). */
export function receiveFirstReads(text: string | null | undefined): void {
  found = text ? (JSON.parse(text) as FirstReads) : { answers: {} };
}

const areFresh = () => performance.now() < FRESH_FOR_MS;

/** Returns the embedded response once, and only shortly after the page loaded. Later reads ask the server. */
export function takeFirstRead(address: string): { answer: unknown } | null {
  if (!Object.hasOwn(found.answers, address) || !areFresh()) return null;
  const answer = found.answers[address];
  delete found.answers[address];
  return { answer };
}

/** The time from which the first event stream must report events; 'unknown' when that is too long ago. */
export function takeFirstReadAt(): number | "unknown" | null {
  const { readAt = null } = found;
  delete found.readAt;
  return readAt === null || areFresh() ? readAt : "unknown";
}
