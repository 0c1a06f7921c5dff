import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { safeDatabaseError } from "../db/pool.ts";
import type { Deps } from "../deps.ts";
import { getNetwork } from "./network.ts";
import { insertSecurityEvent } from "./security-event-queries.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The account that an unauthenticated request concerns: an id, or a keyed hash of the entered address. */
    aboutAccount: string | null;
    isFromOtherSite: boolean;
  }
}

/**
 * Requests that change how people sign in to an account, or that export all data of the account. They are recorded whether they
 * succeed or fail.
 */
const ACTIONS: Readonly<Record<string, string>> = {
  "POST /api/login": "sign-in",
  "POST /api/login/code": "second-step",
  "GET /api/login/callback": "single-sign-on",
  "GET /api/login/workspace/:id/callback": "single-sign-on",
  "GET /api/logout": "sign-out",
  "POST /api/register": "registration",
  "POST /signup": "registration",
  "GET /api/verify-email": "address-confirmation",
  "POST /verify-email": "address-confirmation",
  "PATCH /api/auth/user": "profile-change",
  "POST /api/auth/change-password": "password-change",
  "POST /forgot-password": "password-reset-request",
  "POST /reset-password": "password-reset",
  "POST /join": "invitation-accepted",
  "POST /api/second-factor/confirm": "second-factor-on",
  "POST /api/second-factor/off": "second-factor-off",
  "POST /api/second-factor/recovery-codes": "new-recovery-codes",
  "DELETE /api/sessions": "sessions-ended",
  "DELETE /api/sessions/:id": "session-ended",
  "POST /api/api-keys": "api-key-made",
  "DELETE /api/api-keys/:id": "api-key-revoked",
  "PUT /api/single-sign-on": "identity-provider-saved",
  "POST /api/single-sign-on/activate": "identity-provider-activated",
  "PATCH /api/single-sign-on": "identity-provider-requirement",
  "DELETE /api/single-sign-on": "identity-provider-off",
  "POST /oauth/consent/:uid": "app-connection-answered",
  "DELETE /api/connected-apps/:id": "app-disconnected",
  "POST /api/webhooks": "webhook-made",
  "DELETE /api/webhooks/:id": "webhook-removed",
  "POST /api/webhooks/:id/secret": "webhook-secret-changed",
  "GET /api/personal-data": "data-export",
  "POST /api/account-deletion": "account-deletion",
};

/** Statuses of refused writes that are recorded; 404 is the answer for a row of another workspace. */
const REFUSED_WRITES: Readonly<Record<number, string>> = {
  401: "write-without-session",
  403: "write-refused",
  404: "write-to-unknown-row",
};

/** The largest number of refusals recorded per minute, so that a flood of requests does not fill the disk. */
const MOST_A_MINUTE = { network: 60, all: 2_000 };

/**
 * Records sign-ins, changes of accounts, refused cross-site calls, refused writes and 429s. Each event is a log line and a row
 * of `security_events` with actor, origin, action and time. The row is written after the answer.
 */
export function recordSecurityEvents(app: FastifyInstance, { db }: Pick<Deps, "db">): void {
  const mayRecord = createBudget();
  app.decorateRequest("aboutAccount", null);
  app.decorateRequest("isFromOtherSite", false);
  app.addHook("onResponse", async (request, reply) => {
    const kind = kindOf(request, reply);
    if (!kind || !mayRecord(getNetwork(request.ip))) return;
    const { method, ip, id: requestId, viewer } = request;
    const event = {
      kind,
      account: viewer?.userId ?? request.aboutAccount,
      workspace: viewer?.workspaceId ?? null,
      ip,
      method,
      route: request.routeOptions.url ?? "none",
      status: reply.statusCode,
    };
    request.log[reply.statusCode < 400 ? "info" : "warn"]({ security: event }, "Security event");
    try {
      await insertSecurityEvent(db, { ...event, requestId });
    } catch (error) {
      request.log.error({ err: safeDatabaseError(error) }, "A security event could not be stored");
    }
  });
}

function kindOf(request: FastifyRequest, { statusCode }: FastifyReply): string | null {
  const { method, routeOptions } = request;
  if (request.isFromOtherSite) return "cross-site-call-refused";
  if (statusCode === 429) return "too-many-requests";
  const action = ACTIONS[`${method} ${routeOptions.url ?? ""}`];
  if (action) return statusCode < 400 ? action : `${action}-failed`;
  const isRead = method === "GET" || method === "HEAD" || method === "OPTIONS";
  if (!isRead) return REFUSED_WRITES[statusCode] ?? null;
  return statusCode === 403 ? "read-refused" : null;
}

function createBudget(): (network: string) => boolean {
  let minute = 0;
  let all = 0;
  let byNetwork = new Map<string, number>();
  return (network) => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, all, byNetwork] = [now, 0, new Map()];
    const count = (byNetwork.get(network) ?? 0) + 1;
    if (count > MOST_A_MINUTE.network || all >= MOST_A_MINUTE.all) return false;
    byNetwork.set(network, count);
    all += 1;
    return true;
  };
}
