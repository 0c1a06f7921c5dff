import type { FastifyInstance, FastifyRequest } from "fastify";
import { forbidden } from "../errors.ts";

/**
 * Styles may be inline because dialogs lock scrolling with a style element; scripts may not. Nothing of another host
 * loads, except the operator's script that counts visits.
 */
const contentSecurityPolicy = (counter: string) =>
  [
    "default-src 'self'",
    `script-src 'self'${counter}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data:${counter}`,
    "font-src 'self' data:",
    `connect-src 'self'${counter}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/** These pages have personal data or a token in their address. */
const NO_REFERRER =
  /^\/(signup-success|verify-email|verify-domain|reset-password|resend-verification|join|unsubscribe)(?=[/?]|$)/;

export function tellBrowsersTheRules(
  app: FastifyInstance,
  { isHttps, analytics }: { isHttps: boolean; analytics?: string | undefined },
): void {
  const policy = contentSecurityPolicy(analytics ? ` ${new URL(analytics).origin}` : "");
  app.addHook("onRequest", async (request, reply) => {
    reply.headers({
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      // 'no-referrer' everywhere would turn the Origin of our own forms into 'null'.
      "referrer-policy": NO_REFERRER.test(request.url) ? "no-referrer" : "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(self)",
      // What a person may see is nobody else's on a shared computer or in a proxy.
      ...(request.url.startsWith("/api/") && { "cache-control": "no-store" }),
      ...(isHttps && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
    });
  });
}

/** Other sites may link here; they may not change anything here in the name of a visitor. */
export function refuseOtherSites(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  app.addHook("onRequest", async (request) => {
    const isRead = request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS";
    if (!isRead && !isFromHere(request, publicUrl)) refuse(request);
  });
}

/** For a GET that changes something, such as the log-out. */
export function refuseCrossSiteRead(request: FastifyRequest): void {
  if (request.headers["sec-fetch-site"] === "cross-site") refuse(request);
}

function refuse(request: FastifyRequest): never {
  request.isFromOtherSite = true;
  throw forbidden("This request came from another website and was refused.");
}

/** Programs send neither header and carry no visitor's cookie by accident. */
function isFromHere({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  if (headers.origin === undefined) return true;
  return headers.origin === publicUrl || (URL.canParse(headers.origin) && new URL(headers.origin).host === host);
}
