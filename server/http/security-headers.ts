import type { FastifyInstance } from "fastify";

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

export function setSecurityHeaders(
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
