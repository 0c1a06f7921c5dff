import { createHash, randomBytes } from "node:crypto";

/** Creates 256 random bits as text, for a cookie or a mail. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the token's hash in hex, which is stored instead of the token. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
