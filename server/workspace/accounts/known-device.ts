import type { FastifyReply, FastifyRequest } from "fastify";
import { normaliseEmail } from "../../../shared/domain/people.ts";
import type { Deps } from "../../deps.ts";
import { describeHostCookie } from "./sessions.ts";
import { createToken } from "./tokens.ts";

const DAYS = 180;

type DeviceDeps = Pick<Deps, "env" | "secrets">;

/**
 * Recognises a browser that signed in to this account before, or opened a link from its mailbox. Attempts of such a browser are
 * counted separately, so a stranger's guesses cannot lock the owner out (OWASP's device cookie). Returns the device's number,
 * or null.
 */
export function findKnownDevice({ env, secrets }: DeviceDeps, request: FastifyRequest, email: string): string | null {
  const [number = "", proof] = (request.cookies[cookieOf(env.PUBLIC_URL).name] ?? "").split(".");
  return proof === proofOf(secrets, number, email) ? number : null;
}

export function rememberDevice({ env, secrets }: DeviceDeps, reply: FastifyReply, email: string): void {
  const { name, options } = cookieOf(env.PUBLIC_URL);
  const number = createToken();
  reply.setCookie(name, `${number}.${proofOf(secrets, number, email)}`, { ...options, maxAge: DAYS * 24 * 60 * 60 });
}

const cookieOf = (publicUrl: string) => describeHostCookie(publicUrl, "device");
const proofOf = (secrets: Deps["secrets"], number: string, email: string) =>
  secrets.hmac(`${number} ${normaliseEmail(email)}`, "known device");
