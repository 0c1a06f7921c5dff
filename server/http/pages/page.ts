import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply } from "fastify";
import { BRAND } from "../../../shared/domain/brand.ts";
import { type Html, html } from "../html.ts";

export interface Page {
  title: string;
  body: Html;
  /** On wide screens beside the body, on small ones nowhere: it adds nothing that one must know. */
  beside?: Html;
  /** A file beside this one. */
  script?: "verify-email.js";
}

/** A page that the server writes itself: it needs no script to be read. */
export function sendPage(reply: FastifyReply, status: number, { title, body, beside, script }: Page): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${BRAND}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/theme.js"></script>
<script src="/consent.js" defer></script>
<link rel="stylesheet" href="/tokens.css">
<link rel="stylesheet" href="/_pages/pages.css">
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
  return reply.code(status).type("text/html; charset=utf-8").header("cache-control", "no-store").send(page.value);
}

const FILES = { "pages.css": "text/css; charset=utf-8", "verify-email.js": "text/javascript; charset=utf-8" };

export function servePageFiles(app: FastifyInstance): void {
  for (const [name, type] of Object.entries(FILES)) {
    const content = readFileSync(new URL(name, import.meta.url), "utf8");
    app.get(`/_pages/${name}`, (_request, reply) => reply.type(type).header("cache-control", "no-cache").send(content));
  }
}
