import { z } from "zod";
import { createSignInAttemptCookie } from "../accounts/attempt-cookie.ts";

/** A sign-in in progress at the operator's identity provider. */
const attempt = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The page of the product that the person had requested. */
  next: z.string(),
  /** When the sign-in began, in milliseconds since 1970. */
  startedAt: z.number(),
});

export const signOnAttempt = createSignInAttemptCookie("sign-on", "single sign-on", attempt);
