import { createHash, randomBytes } from "node:crypto";

/** 256 random bits as text: what the cookie or the mail holds. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What the database holds. Hex. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
