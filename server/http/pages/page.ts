import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import { BRAND } from "../../../shared/domain/brand.ts";
import { Html, html } from "../html.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Theme and style of the pages that the server renders. Both are inlined, so that the first paint needs one request. */
    pageHead: { html: Html; allowedScript: string };
  }
}

export interface HtmlPage {
  title: string;
  body: Html;
  /** Content shown beside the body on wide screens only, so it must not be essential. */
  beside?: Html;
  /** The name of the page's script, a file in this folder. */
  script?: "verify-email.js";
}

/** Sends a page that the server renders and that works without scripts. */
export function sendPage(reply: FastifyReply, status: number, { title, body, beside, script }: HtmlPage): FastifyReply {
  const head = reply.server.pageHead;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="preload" href="/fonts/newsreader-1.woff2" as="font" type="font/woff2" crossorigin>
<link rel="preload" href="/fonts/instrument-sans-1.woff2" as="font" type="font/woff2" crossorigin>
<title>${title} · ${BRAND}</title>
<meta name="description" content="${title} at ${BRAND}, knowledge articles from your team’s chat.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${head.html}
<script src="/consent.js" defer></script>
${script && html`<script src="/_pages/${script}" defer></script>`}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="bar"><a class="brand" href="/">${BRAND}</a>
<nav aria-label="Main"><a href="/pricing">Pricing</a><a href="/api/login">Log In</a><a class="button small" href="/signup">Sign Up</a></nav></header>
<main id="content"><div class="body">${body}</div>
${beside && html`<aside>${beside}</aside>`}</main>
<footer><p class="brand">${BRAND}</p>
<nav aria-label="Footer"><a href="/privacy-policy">Privacy Policy</a><a href="/terms-of-service">Terms of Service</a></nav></footer>
</body>
</html>
`;
  const policy = String(reply.getHeader("content-security-policy") ?? "");
  return reply
    .code(status)
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("content-security-policy", policy.replace("script-src 'self'", `$&${head.allowedScript}`))
    .send(page.value);
}

/** Gives `sendPage` the colours, fonts and theme of the application in `webRoot`, if the application is built. */
export function servePageFiles(app: FastifyInstance, webRoot: string): void {
  const built = (name: string) => {
    const path = join(webRoot, name);
    return existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  };
  const own = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
  const style = (built("tokens.css") + own("bar.css") + own("pages.css"))
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s*\n\s*/g, " ");
  const theme = built("theme.js");
  app.decorate("pageHead", {
    html: new Html(`${theme && `<script>${theme}</script>\n`}<style>${style}</style>`),
    allowedScript: theme && ` 'sha256-${createHash("sha256").update(theme).digest("base64")}'`,
  });
  const script = own("verify-email.js");
  app.get("/_pages/verify-email.js", (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").header("cache-control", "no-cache").send(script),
  );
}
