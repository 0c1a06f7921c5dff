import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError, HTTP_STATUS } from "../../errors.ts";
import { html } from "../../http/html.ts";
import { getNetwork } from "../../http/network.ts";
import { sendPage } from "../../http/pages/page.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { type FailureKind, SignOnFailure } from "../../identity/identity-provider.ts";
import { CannotDecrypt, locateIdToken } from "../../secrets/key-ring.ts";
import { startSession } from "../accounts/sessions.ts";
import { hashToken } from "../accounts/tokens.ts";
import { findInvitationToken } from "../invitations/accept.ts";
import { findOrCreateAccount } from "./account-of.ts";
import { signOnAttempt } from "./attempt.ts";
import { findProviderSession, insertProviderSession } from "./identity-queries.ts";

const PER_IP = { limit: 100, windowSeconds: 60 };
const ONCE = { limit: 1, windowSeconds: 60 * 60 };

/**
 * True if this visit of /api/login goes to the identity provider: one is configured, and the person did not choose the password
 * page.
 */
export function redirectsToProvider({ env, identityProvider }: Deps, query: Record<string, unknown>): boolean {
  return identityProvider !== null && !(env.OIDC_PASSWORD_SIGN_IN && query["with"] === "password");
}

/** Redirects the browser to the identity provider; `next` is the page to return to. */
export async function beginSignOn(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  next: string,
): Promise<FastifyReply> {
  const { identityProvider: provider } = deps;
  if (!provider) throw new AppError("not-found", "This address does not exist.");
  try {
    const asAnother = (request.query as Record<string, unknown>)["with"] === "another";
    const { url, checks } = await provider.begin({ asAnother });
    signOnAttempt.keep(deps, reply, { ...checks, next, startedAt: Date.now() });
    return reply.redirect(url.href, 303);
  } catch (error) {
    return sendFailure(deps, request, reply, error);
  }
}

/** Serves the route to which the identity provider redirects the browser. */
export function serveSignOnCallback(app: FastifyInstance, deps: Deps): void {
  const { db, env, secrets, identityProvider: provider } = deps;
  if (!provider) return;

  app.get<{ Querystring: Record<string, unknown> }>(
    "/api/login/callback",
    { config: { access: "public" } },
    async (request, reply) => {
      try {
        await enforceRateLimit(db, `sign-on ip ${getNetwork(request.ip)}`, PER_IP);
        const attempt = signOnAttempt.read(deps, request);
        if (!attempt || attempt.state !== request.query["state"])
          return request.viewer ? reply.redirect("/", 303) : sendStale(deps, reply);
        signOnAttempt.forget(deps, reply);
        if (await wasSignOnStateUsed(db, attempt.state)) return sendStale(deps, reply);
        const { person, idToken } = await provider.finish(new URL(request.url, env.PUBLIC_URL), attempt);
        const account = await findOrCreateAccount(deps, person, { invitation: findInvitationToken(attempt.next) });
        const tokenHash = await startSession(deps, account, request, reply);
        const idTokenSealed = secrets.seal(idToken, locateIdToken(account.workspaceId, tokenHash));
        await insertProviderSession(db, { workspaceId: account.workspaceId, tokenHash, idTokenSealed });
        return reply.redirect(attempt.next, 303);
      } catch (error) {
        return sendFailure(deps, request, reply, error);
      }
    },
  );
}

/** Uses up the state of a sign-in, which works once. Returns true if the state was used before. */
export async function wasSignOnStateUsed(db: Database, state: string): Promise<boolean> {
  try {
    await enforceRateLimit(db, `sign-on ${hashToken(state)}`, ONCE);
    return false;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}

/**
 * Builds the URL that also ends the session at the provider; null if the session did not start at the provider, or the provider
 * has no such URL.
 */
export async function buildProviderSignOutUrl(
  { db, secrets, identityProvider: provider, log }: Deps,
  sessionHash: string,
): Promise<string | null> {
  if (!provider) return null;
  const session = await findProviderSession(db, sessionHash);
  if (!session) return null;
  try {
    const idToken = secrets.open(session.sealed, locateIdToken(session.workspaceId, sessionHash));
    return (await provider.signOutUrl(idToken))?.href ?? null;
  } catch (error) {
    // Only signing out at the provider failed. The product's session ends nevertheless.
    if (error instanceof SignOnFailure || error instanceof CannotDecrypt) {
      log.warn({ reason: error.message }, "The identity provider could not be asked to sign a person out");
      return null;
    }
    throw error;
  }
}

export const STATUS_OF_FAILURE: Record<FailureKind, number> = { unreachable: 502, cancelled: 400, refused: 502 };

function sendFailure(deps: Deps, request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const name = deps.env.OIDC_NAME;
  if (error instanceof SignOnFailure) {
    request.log.warn({ kind: error.kind, reason: error.log }, "A sign-in at the identity provider failed");
    const sentences: Record<FailureKind, string> = {
      unreachable: `${asSubject(name)} could not be reached. Nothing was changed; try again in a moment.`,
      cancelled: `You did not sign in with ${name}.`,
      refused: `${asSubject(name)} did not confirm who you are. Try again; if it happens once more, tell your administrator.`,
    };
    return sendProblem(deps, reply, STATUS_OF_FAILURE[error.kind], sentences[error.kind]);
  }
  if (!(error instanceof AppError)) throw error;
  if (error.details.retryAfterSeconds) reply.header("retry-after", error.details.retryAfterSeconds);
  // The provider would send the same person again, so the page offers no retry.
  const isWrongPerson = error.code === "forbidden";
  return sendProblem(deps, reply, HTTP_STATUS[error.code], error.message, { isWrongPerson });
}

export const STALE_MESSAGE =
  "This sign-in was not started in this browser, was already used, or took longer than ten minutes. Start again.";

function sendStale(deps: Deps, reply: FastifyReply): FastifyReply {
  return sendProblem(deps, reply, 400, STALE_MESSAGE);
}

const asSubject = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1);

function sendProblem(
  { env }: Deps,
  reply: FastifyReply,
  status: number,
  sentence: string,
  { isWrongPerson = false } = {},
): FastifyReply {
  return sendPage(reply, status, {
    title: "You are not signed in",
    body: html`<h1>You are not signed in</h1>
<p class="problem" role="alert">${sentence}</p>
<p class="actions"><a class="button" href="/api/login${isWrongPerson && "?with=another"}">${isWrongPerson ? "Sign in as somebody else" : `Sign in with ${env.OIDC_NAME}`}</a>
${env.OIDC_PASSWORD_SIGN_IN && html`<a href="/api/login?with=password">Sign in with a password instead</a>`}</p>`,
  });
}
