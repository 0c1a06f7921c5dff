import { z } from "zod";
import { CannotOpen, type KeyRing } from "../../secrets/key-ring.ts";

const MINUTES = 10;
const PLACE = { workspaceId: "none", table: "cookies", rowId: "single sign-on", field: "attempt" };

const attempt = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The page of this site that the person wanted. */
  next: z.string(),
  /** Milliseconds. */
  startedAt: z.number(),
});
export type Attempt = z.infer<typeof attempt>;

/** Only the browser that began a sign-in can end it: what it must bring back is sealed in its cookie, for ten minutes. */
export function sealAttempt(secrets: KeyRing, given: Attempt): string {
  return secrets.seal(JSON.stringify(given), PLACE);
}

/** Null when it is not ours or too old. */
export function openAttempt(secrets: KeyRing, sealed: string | undefined): Attempt | null {
  if (!sealed) return null;
  try {
    const opened = attempt.parse(JSON.parse(secrets.open(sealed, PLACE)));
    return Date.now() - opened.startedAt < MINUTES * 60_000 ? opened : null;
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}

/** 'lax': the browser comes back from the provider's site. */
export function attemptCookie(publicUrl: string) {
  const secure = publicUrl.startsWith("https:");
  return {
    name: secure ? "__Host-sign-on" : "sign-on",
    options: { path: "/", httpOnly: true, sameSite: "lax" as const, secure },
    maxAge: MINUTES * 60,
  };
}
