import type { FastifyReply, FastifyRequest } from "fastify";
import { EMAIL_VERIFICATION_HOURS } from "../../../shared/domain/people.ts";
import { describeHostCookie } from "./sessions.ts";
import { createToken, hashToken } from "./tokens.ts";

const cookieOf = (publicUrl: string) => describeHostCookie(publicUrl, "signup");

/** Returns the hash of the cookie that this browser got when it signed up; null if it never signed up. */
export function getSignUpBrowserHash(publicUrl: string, request: FastifyRequest): string | null {
  const token = request.cookies[cookieOf(publicUrl).name];
  return token ? hashToken(token) : null;
}

/** Returns the cookie's hash for a browser that signs up, and sets the cookie if necessary. */
export function rememberSignUpBrowser(publicUrl: string, request: FastifyRequest, reply: FastifyReply): string {
  const { name, options } = cookieOf(publicUrl);
  const token = request.cookies[name] || createToken();
  reply.setCookie(name, token, { ...options, maxAge: EMAIL_VERIFICATION_HOURS * 60 * 60 });
  return hashToken(token);
}
