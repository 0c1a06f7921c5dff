import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { CannotOpen } from "../../secrets/key-ring.ts";
import { hostCookie } from "../accounts/sessions.ts";

const MINUTES = 10;
const PLACE = { workspaceId: "none", table: "cookies", rowId: "workspace sign-on", field: "attempt" };

const attempt = z.strictObject({
  workspaceId: z.string(),
  /** Of the very configuration it was begun with. */
  providerId: z.string(),
  /** Who tests it; null for a sign-in. */
  testedBy: z.string().nullable(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The page of this site that the person wanted. */
  next: z.string(),
  /** Milliseconds. */
  startedAt: z.number(),
});
export type WorkspaceAttempt = z.infer<typeof attempt>;
type Needs = Pick<Deps, "env" | "secrets">;

const cookieOf = ({ env }: Needs) => hostCookie(env.PUBLIC_URL, "workspace-sign-on");

/** As with the operator's provider, only the browser that began can end it (attempt-cookie.ts); the cookies are not each other's. */
export function keepAttempt(deps: Needs, reply: FastifyReply, given: WorkspaceAttempt): void {
  const { name, options } = cookieOf(deps);
  reply.setCookie(name, deps.secrets.seal(JSON.stringify(given), PLACE), { ...options, maxAge: MINUTES * 60 });
}

/** Null when it is not ours or too old. */
export function readAttempt(deps: Needs, request: FastifyRequest): WorkspaceAttempt | null {
  const sealed = request.cookies[cookieOf(deps).name];
  if (!sealed) return null;
  try {
    const opened = attempt.parse(JSON.parse(deps.secrets.open(sealed, PLACE)));
    return Date.now() - opened.startedAt < MINUTES * 60_000 ? opened : null;
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}

export function forgetAttempt(deps: Needs, reply: FastifyReply): void {
  const { name, options } = cookieOf(deps);
  reply.clearCookie(name, options);
}
