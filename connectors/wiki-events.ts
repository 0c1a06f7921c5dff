import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The ability of a platform to tell at once that pages changed. A request names pages and brings no words: those are read with the
 * integration's own account.
 */
export interface WikiEvents {
  /** `ours`: a person enters our secret at the platform. `theirs`: the platform sends its own to our address first. */
  secretOf: "ours" | "theirs";
  /** The largest request; pages of a larger one are found by the next look. */
  mostBytes: number;
  /** The secret that the platform sends before it tells anything; null for any other request. Never throws. */
  readSecret?(body: Uint8Array): string | null;
  /** Whether the holder of the secret sent these bytes. Never throws. */
  isGenuine(secret: string, delivery: WikiDelivery): boolean;
  /** Null for a request that concerns no page. Never throws. */
  readEvent(delivery: WikiDelivery): WikiEvent | null;
}

export interface WikiDelivery {
  body: Uint8Array;
  headers: Readonly<Record<string, unknown>>;
}

export interface WikiEvent {
  /** The ids of pages that were edited, moved or removed. */
  pageIds: string[];
  /** Pages may have gone that no id names, or the platform names none: the list of pages is to be read. */
  hasOthers: boolean;
  /** Reviewers may have decided about requests. */
  hasReviews?: true;
}

/** Whether the header is `prefix` and the hexadecimal HMAC-SHA256 of the body. */
export function isSignedBody(secret: string, { body }: WikiDelivery, header: unknown, prefix: string): boolean {
  const expected = `${prefix}${createHmac("sha256", secret).update(body).digest("hex")}`;
  return typeof header === "string" && isSameText(header, expected);
}

/** Compares in a time that tells nothing about where the texts differ. */
export function isSameText(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
