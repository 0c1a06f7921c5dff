interface FirstReads {
  /** Milliseconds since 1970 on the server's clock. */
  readAt?: number;
  /** The responses in the document's data block, by the URL of their request. */
  answers: Record<string, unknown>;
}

/**
 * The time for which a response in the data block counts as current. It must be shorter than the time for which the
 * server can report missed events.
 */
const FRESH_FOR_MS = 25_000;

let found: FirstReads = { answers: {} };

/** The text of the document's data block, if it has one (shared/contract/preloaded-data.ts). */
export function parsePreloadedData(text: string | null | undefined): void {
  found = text ? (JSON.parse(text) as FirstReads) : { answers: {} };
}

const areFresh = () => performance.now() < FRESH_FOR_MS;

/** Returns the response from the data block once, and only soon after the page loaded. Later reads call the server. */
export function takePreloadedResponse(address: string): { answer: unknown } | null {
  if (!Object.hasOwn(found.answers, address) || !areFresh()) return null;
  const answer = found.answers[address];
  delete found.answers[address];
  return { answer };
}

/** The time since which the first event stream has to report events; 'unknown' if that is too long ago. */
export function takePreloadTime(): number | "unknown" | null {
  const { readAt = null } = found;
  delete found.readAt;
  return readAt === null || areFresh() ? readAt : "unknown";
}
