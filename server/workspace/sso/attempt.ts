import { z } from "zod";
import { attemptCookie } from "../accounts/attempt-cookie.ts";

/** A sign-in at the operator's provider. */
const attempt = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The requested page of this site. */
  next: z.string(),
  /** Milliseconds. */
  startedAt: z.number(),
});

export const signOnAttempt = attemptCookie("sign-on", "single sign-on", attempt);
