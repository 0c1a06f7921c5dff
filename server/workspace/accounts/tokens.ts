import { createHash, randomBytes } from "node:crypto";

/** 256 random bits as text, for a cookie or a mail. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored form of a token, in hex. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
