import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { can, explainWhoMay } from "../../../shared/domain/access.ts";
import type { Deps } from "../../deps.ts";
import { AppError, forbidden } from "../../errors.ts";
import { affectsOtherWorkspaces, ONLY_THIS_WORKSPACE_MESSAGE } from "../sso/own-workspace-only.ts";
import { endSession, findSession, insertSession } from "./session-queries.ts";
import { createToken, hashToken } from "./tokens.ts";

const LONGEST_DAYS = 30;

declare module "fastify" {
  interface FastifyRequest {
    /** The hash of the session's token; null without a session. */
    sessionHash: string | null;
    /** The person's account is closed until somebody pays for it. */
    isAccountExpired: boolean;
    /**
     * This workspace's own identity provider started the session, so the session reveals nothing of the person's other
     * workspaces.
     */
    isConfined: boolean;
  }
}

/**
 * Sets `request.viewer` on routes with an access rule. Refuses people without permission before the request's body is read. A
 * writing route without `needs` makes the server's start fail.
 */
export function authenticateRequests(app: FastifyInstance, { db, env, payment }: Deps): void {
  const cookie = describeSessionCookie(env.PUBLIC_URL);
  app.decorateRequest("viewer", null);
  app.decorateRequest("sessionHash", null);
  app.decorateRequest("isAccountExpired", false);
  app.decorateRequest("isConfined", false);
  app.addHook("onRoute", ({ method, url, config }) => {
    const isReading = [method].flat().every((one) => one === "GET" || one === "HEAD");
    if (config?.access === "session" && !isReading && !config.needs) throw new Error(`${url}: who may call it?`);
  });
  app.addHook("onRequest", async (request) => {
    // The page for an unknown path depends on whether the visitor is signed in.
    const { access: ofRoute, needs, openWhenExpired } = request.routeOptions.config;
    const access = request.is404 ? "public" : ofRoute;
    if (!access) return;
    const token = request.cookies[cookie.name];
    const sessionHash = token ? hashToken(token) : null;
    const session = sessionHash ? await findSession(db, sessionHash) : null;
    if (access === "session" && session?.isVerified && session.isExpired && payment && !openWhenExpired)
      throw new AppError("forbidden", "Account expired", { subscriptionExpired: true });
    if (session?.isVerified) {
      const { userId, workspaceId, membership } = session;
      if (needs && !can({ membership }, ...needs)) throw forbidden(explainWhoMay(...needs));
      if (session.isConfined && affectsOtherWorkspaces(request.routeOptions))
        throw forbidden(ONLY_THIS_WORKSPACE_MESSAGE);
      request.viewer = { userId, workspaceId, membership };
      request.sessionHash = sessionHash;
      request.isConfined = session.isConfined;
      request.isAccountExpired = session.isExpired && payment !== null;
    } else if (access === "session") {
      throw session ? forbidden("Email not verified") : new AppError("not-signed-in", "Unauthorized");
    }
  });
}

/**
 * Starts a session with a new token and ends the browser's previous session. `signedOnBy` is the workspace whose own provider
 * vouches for the person. Returns the hash of the new token.
 */
export async function startSession(
  { db, env }: Pick<Deps, "db" | "env">,
  user: { userId: string; workspaceId: string },
  request: FastifyRequest,
  reply: FastifyReply,
  { signedOnBy = null }: { signedOnBy?: string | null } = {},
): Promise<string> {
  const cookie = describeSessionCookie(env.PUBLIC_URL);
  const before = request.cookies[cookie.name];
  if (before) await endSession(db, hashToken(before));
  const token = createToken();
  const tokenHash = hashToken(token);
  const { ip, headers } = request;
  await insertSession(db, user, { tokenHash, days: LONGEST_DAYS, ip, userAgent: headers["user-agent"], signedOnBy });
  reply.setCookie(cookie.name, token, { ...cookie.options, maxAge: LONGEST_DAYS * 24 * 60 * 60 });
  return tokenHash;
}

export function clearSessionCookie(publicUrl: string, reply: FastifyReply): void {
  const cookie = describeSessionCookie(publicUrl);
  reply.clearCookie(cookie.name, cookie.options);
}

/**
 * Clears cached pages and storage, so that the browser's next user finds nothing of this person. The cookies for known device
 * and consent stay. The session's cookie is cleared separately.
 */
export function clearBrowserData(reply: FastifyReply): void {
  reply.header("clear-site-data", '"cache", "storage"');
}

export const describeSessionCookie = (publicUrl: string) => describeHostCookie(publicUrl, "sid");

/**
 * Adds the '__Host-' prefix, which prevents other hosts of the domain from setting the cookie. Browsers accept the prefix only
 * over https.
 */
export function describeHostCookie(publicUrl: string, name: string) {
  const secure = publicUrl.startsWith("https:");
  return {
    name: secure ? `__Host-${name}` : name,
    options: { path: "/", httpOnly: true, sameSite: "lax" as const, secure },
  };
}
