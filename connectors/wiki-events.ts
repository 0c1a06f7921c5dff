import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * A platform's ability to report changes of pages immediately. A report contains page ids and no text. The text is read
 * with the integration's own account.
 */
export interface WikiEvents {
  /**
   * `ours`: a person enters our secret on the platform. `theirs`: the platform sends its own secret to our address
   * first.
   */
  secretOf: "ours" | "theirs";
  /** The largest report in bytes. If a report is larger, the next regular check finds the changed pages. */
  mostBytes: number;
  /** Returns the secret that the platform sends before its first report; null for any other request. Never throws. */
  readSecret?(body: Uint8Array): string | null;
  /** Whether the owner of the secret sent these bytes. Never throws. */
  isGenuine(secret: string, delivery: WikiDelivery): boolean;
  /** Parses a report; null if it concerns no page. Never throws. */
  readEvent(delivery: WikiDelivery): WikiEvent | null;
}

export interface WikiDelivery {
  body: Uint8Array;
  headers: Readonly<Record<string, unknown>>;
}

export interface WikiEvent {
  /** The ids of pages that were edited, moved or removed. */
  pageIds: string[];
  /** True if further pages may have changed that the report does not name. The list of pages must then be read. */
  hasOthers: boolean;
  /** Reviewers may have decided about requests. */
  hasReviews?: true;
}

/** Whether the header consists of `prefix` and the hexadecimal HMAC-SHA256 of the body. */
export function isSignedBody(secret: string, { body }: WikiDelivery, header: unknown, prefix: string): boolean {
  const expected = `${prefix}${createHmac("sha256", secret).update(body).digest("hex")}`;
  return typeof header === "string" && isEqualInConstantTime(header, expected);
}

/** Compares two texts. The time that this takes does not show where the texts differ. */
export function isEqualInConstantTime(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
