import { createHash } from "node:crypto";
import type { Env } from "../env.ts";

/** Other hosts from which a page may load scripts and frames, or which the page may call. */
interface OtherHosts {
  script?: readonly string[];
  frame?: readonly string[];
  connect?: readonly string[];
}

/** Lists the hosts that a page with a card form needs: the payment provider's library and frames, or those of a stand-in. */
export function listCardHosts({ STRIPE_PUBLISHABLE_KEY, STRIPE_SCRIPT_URL }: Env): OtherHosts {
  if (!STRIPE_PUBLISHABLE_KEY) return {};
  if (STRIPE_SCRIPT_URL) {
    const standIn = [new URL(STRIPE_SCRIPT_URL).origin];
    return { script: standIn, frame: standIn, connect: standIn };
  }
  const library = ["https://js.stripe.com", "https://*.js.stripe.com"];
  return { script: library, frame: [...library, "https://hooks.stripe.com"], connect: ["https://api.stripe.com"] };
}

/**
 * Builds the policy of a page of the public site: only the page's own inline scripts and styles run. Data blocks do not count
 * as scripts.
 */
export function buildSiteContentSecurityPolicy(
  text: string,
  env: Env,
  { script = [], frame = [], connect = [] }: OtherHosts = {},
): string {
  const hashes = (tag: "script" | "style") =>
    [...text.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, "g"))].map(
      ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
    );
  const counter = env.ANALYTICS_SCRIPT_URL ? [new URL(env.ANALYTICS_SCRIPT_URL).origin] : [];
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes("script"), ...counter, ...script].join(" "),
    ["style-src 'self'", ...hashes("style")].join(" "),
    ["img-src 'self' data:", ...counter].join(" "),
    ["connect-src 'self'", ...counter, ...connect].join(" "),
    ...(frame.length > 0 ? [["frame-src", ...frame].join(" ")] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
