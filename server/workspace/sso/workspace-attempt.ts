import { z } from "zod";
import { createAttemptCookie } from "../accounts/attempt-cookie.ts";

/** A sign-in at a workspace's own provider, or a test of it. */
const attempt = z.strictObject({
  workspaceId: z.string(),
  /** The exact configuration with which it started. */
  providerId: z.string(),
  /** The person who tests it; null for a sign-in. */
  testedBy: z.string().nullable(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The page of the product that the person had requested. */
  next: z.string(),
  /** When the sign-in began, in milliseconds since 1970. */
  startedAt: z.number(),
});
export type WorkspaceAttempt = z.infer<typeof attempt>;

export const workspaceAttempt = createAttemptCookie("workspace-sign-on", "workspace sign-on", attempt);
