import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { hasSecondFactor } from "../second-factor/sign-in-step.ts";
import type { VerifiedAccount } from "./account-queries.ts";
import { rememberDevice } from "./known-device.ts";
import { startSession } from "./sessions.ts";
import { getSignUpBrowserHash } from "./sign-up-browser.ts";
import { verifyEmail } from "./verify-email.ts";

/**
 * Uses up the link that was opened in this browser. The browser that signed up is signed in: it typed the password and now has the
 * mail. Every other browser has to sign in, and a browser that is signed in keeps its session.
 */
export async function confirmInBrowser(
  deps: Deps,
  opened: { token: string; password?: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<VerifiedAccount> {
  const browser = getSignUpBrowserHash(deps.env.PUBLIC_URL, request);
  const { account, signedUpHere } = await verifyEmail(deps, { ...opened, browser });
  rememberDevice(deps, reply, account.email);
  const maySignIn = signedUpHere && !request.viewer && deps.env.OIDC_PASSWORD_SIGN_IN;
  if (maySignIn && !(await hasSecondFactor(deps, signedUpHere))) await startSession(deps, signedUpHere, request, reply);
  return account;
}
