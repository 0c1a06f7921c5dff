import { createHash, randomBytes } from "node:crypto";

/** 256 random bits as text, for a cookie or a mail. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Hashes a token as it is stored, in hex. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
