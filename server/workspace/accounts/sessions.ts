import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { can, whoMay } from "../../../shared/domain/access.ts";
import type { Deps } from "../../deps.ts";
import { AppError, forbidden } from "../../errors.ts";
import { concernsPerson, ONLY_HERE } from "../sso/only-here.ts";
import { endSession, findSession, insertSession } from "./session-queries.ts";
import { hashToken, newToken } from "./tokens.ts";

const LONGEST_DAYS = 30;

declare module "fastify" {
  interface FastifyRequest {
    /** The key of the session's row; null when nobody is signed in. */
    sessionHash: string | null;
    /** Somebody is signed in whose account is closed until it is paid for. */
    isAccountExpired: boolean;
    /** The session began at this workspace's own provider: of the person's other workspaces it learns nothing. */
    isConfined: boolean;
  }
}

/**
 * Sets `request.viewer` where a route says who may call it, and refuses strangers, and people who may not, before their body
 * is read. A route that changes something and does not say what it needs does not start.
 */
export function readSessions(app: FastifyInstance, { db, env, payment }: Deps): void {
  const cookie = sessionCookie(env.PUBLIC_URL);
  app.decorateRequest("viewer", null);
  app.decorateRequest("sessionHash", null);
  app.decorateRequest("isAccountExpired", false);
  app.decorateRequest("isConfined", false);
  app.addHook("onRoute", ({ method, url, config }) => {
    const isReading = [method].flat().every((one) => one === "GET" || one === "HEAD");
    if (config?.access === "session" && !isReading && !config.needs) throw new Error(`${url}: who may call it?`);
  });
  app.addHook("onRequest", async (request) => {
    // An unknown address answers a page, and which one depends on who asks.
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
      if (needs && !can({ membership }, ...needs)) throw forbidden(whoMay(...needs));
      if (session.isConfined && concernsPerson(request.routeOptions)) throw forbidden(ONLY_HERE);
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
 * A new session, always under a new token; the one the browser had before ends. `signedOnBy`: the workspace whose own provider
 * says who it is. Answers the key of its row.
 */
export async function startSession(
  { db, env }: Pick<Deps, "db" | "env">,
  user: { userId: string; workspaceId: string },
  request: FastifyRequest,
  reply: FastifyReply,
  { signedOnBy = null }: { signedOnBy?: string | null } = {},
): Promise<string> {
  const cookie = sessionCookie(env.PUBLIC_URL);
  const before = request.cookies[cookie.name];
  if (before) await endSession(db, hashToken(before));
  const token = newToken();
  const tokenHash = hashToken(token);
  const { ip, headers } = request;
  await insertSession(db, user, { tokenHash, days: LONGEST_DAYS, ip, userAgent: headers["user-agent"], signedOnBy });
  reply.setCookie(cookie.name, token, { ...cookie.options, maxAge: LONGEST_DAYS * 24 * 60 * 60 });
  return tokenHash;
}

export function clearSessionCookie(publicUrl: string, reply: FastifyReply): void {
  const cookie = sessionCookie(publicUrl);
  reply.clearCookie(cookie.name, cookie.options);
}

/**
 * Whoever uses the browser next finds nothing of the person: pages it kept, what was stored. Cookies stay: the known device and
 * the consent are no data of the workspace, and the session's own is cleared by itself.
 */
export function forgetInBrowser(reply: FastifyReply): void {
  reply.header("clear-site-data", '"cache", "storage"');
}

export const sessionCookie = (publicUrl: string) => hostCookie(publicUrl, "sid");

/** Browsers take the '__Host-' prefix only over https; without it another host of the domain could set the cookie. */
export function hostCookie(publicUrl: string, name: string) {
  const secure = publicUrl.startsWith("https:");
  return {
    name: secure ? `__Host-${name}` : name,
    options: { path: "/", httpOnly: true, sameSite: "lax" as const, secure },
  };
}
