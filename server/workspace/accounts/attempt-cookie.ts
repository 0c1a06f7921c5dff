import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Deps } from "../../deps.ts";
import { CannotDecrypt, type KeyRing } from "../../secrets/key-ring.ts";
import { describeHostCookie } from "./sessions.ts";

const MINUTES = 10;

/** A sign-in in progress; `startedAt` is in milliseconds since 1970. */
interface SignInAttempt {
  startedAt: number;
}
type CookieDeps = Pick<Deps, "env" | "secrets">;

/**
 * Stores the state of a sign-in that takes several requests in an encrypted cookie for ten minutes, so that only the browser
 * that started the sign-in can finish it. Each kind of sign-in has its own cookie.
 */
export function createSignInAttemptCookie<Attempt extends SignInAttempt>(
  name: string,
  way: string,
  shape: z.ZodType<Attempt>,
) {
  const place = { workspaceId: "none", table: "cookies", rowId: way, field: "attempt" };
  const cookieOf = ({ env }: CookieDeps) => describeHostCookie(env.PUBLIC_URL, name);
  const seal = (secrets: KeyRing, attempt: Attempt) => secrets.seal(JSON.stringify(attempt), place);

  /** Returns null if the cookie is forged or too old. */
  function open(secrets: KeyRing, sealed: string | undefined): Attempt | null {
    if (!sealed) return null;
    try {
      const attempt = shape.parse(JSON.parse(secrets.open(sealed, place)));
      return Date.now() - attempt.startedAt < MINUTES * 60_000 ? attempt : null;
    } catch (error) {
      if (error instanceof CannotDecrypt) return null;
      throw error;
    }
  }

  return {
    seal,
    open,
    keep(deps: CookieDeps, reply: FastifyReply, attempt: Attempt): void {
      const cookie = cookieOf(deps);
      reply.setCookie(cookie.name, seal(deps.secrets, attempt), { ...cookie.options, maxAge: MINUTES * 60 });
    },
    read: (deps: CookieDeps, request: FastifyRequest) => open(deps.secrets, request.cookies[cookieOf(deps).name]),
    forget(deps: CookieDeps, reply: FastifyReply): void {
      const cookie = cookieOf(deps);
      reply.clearCookie(cookie.name, cookie.options);
    },
  };
}
