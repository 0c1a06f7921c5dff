import type { FastifyInstance } from "fastify";

/**
 * Builds the Content-Security-Policy. It allows inline styles, because dialogs lock scrolling with a style element, and only
 * inline scripts with these hashes. It allows nothing from other hosts except the operator's script that counts visits.
 */
export function buildContentSecurityPolicy(analytics: string | undefined, hashes: readonly string[] = []): string {
  const counter = analytics ? ` ${new URL(analytics).origin}` : "";
  return [
    "default-src 'self'",
    `script-src 'self'${counter}${hashes.map((hash) => ` ${hash}`).join("")}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data:${counter}`,
    "font-src 'self' data:",
    `connect-src 'self'${counter}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Matches pages with personal data or a token in their URL. */
const NO_REFERRER =
  /^\/(signup-success|verify-email|verify-domain|reset-password|resend-verification|join|unsubscribe)(?=[/?]|$)/;

export function setSecurityHeaders(
  app: FastifyInstance,
  { isHttps, analytics }: { isHttps: boolean; analytics?: string | undefined },
): void {
  const everywhere = {
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    ...(isHttps && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
  };
  const ofDocuments = {
    ...everywhere,
    "content-security-policy": buildContentSecurityPolicy(analytics),
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(self)",
  };
  app.addHook("onRequest", (request, reply, done) => {
    // Scripts, styles and fonts are not documents, and more headers would be a tenth of the size of a first visit.
    const isDocument = !request.url.startsWith("/assets/");
    reply.headers(isDocument ? ofDocuments : everywhere);
    // 'no-referrer' everywhere would turn the Origin header of the product's own forms into 'null'.
    if (isDocument) reply.header("referrer-policy", NO_REFERRER.test(request.url) ? "no-referrer" : "same-origin");
    // Prevents caches on shared computers and in proxies from storing personal answers.
    if (request.url.startsWith("/api/")) reply.header("cache-control", "no-store");
    done();
  });
}
