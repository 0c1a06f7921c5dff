import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { BRAND } from "../../shared/domain/brand.ts";
import type { Env } from "../env.ts";
import { AppError } from "../errors.ts";
import { AppShell } from "./app-shell.ts";
import { sendError } from "./error-responses.ts";
import { html } from "./html.ts";
import { type HtmlPage, sendPage, servePageFiles } from "./pages/page.ts";
import { FREE_SIGN_UP_FILE, getSignUpPage, readSite, sendNotFound, serveSite } from "./site-pages.ts";

/** Paths of the application's pages, which the browser's router shows (web/router.tsx). */
export const APP_PAGES = [
  "/configuration",
  "/inbox",
  "/articles",
  "/articles/:id",
  "/ask",
  "/questions",
  "/channels",
  "/collaboration",
  "/analytics",
  "/logs",
  "/settings",
  "/settings/language-model",
  "/settings/language-model/try",
  "/settings/language-model/try/:id",
  "/settings/writing",
  "/settings/personal",
  "/settings/password",
  "/settings/team",
  "/settings/api",
  "/settings/single-sign-on",
  "/settings/webhooks",
  "/settings/retention",
  "/settings/subscription",
  "/settings/notifications",
  "/settings/audit",
  "/settings/status",
  "/notifications",
];

/**
 * Serves the application and the public pages built into `webRoot`, the pages that the server renders itself, and the answer to
 * unknown paths.
 */
export async function serveWebPages(app: FastifyInstance, webRoot: string, env: Env): Promise<void> {
  const site = readSite(join(webRoot, "site"), env);
  const index = join(webRoot, "index.html");
  const isBuilt = existsSync(index);
  const shell = isBuilt ? new AppShell(readFileSync(index, "utf8"), env) : null;
  servePageFiles(app, webRoot);
  await app.register(fastifyStatic, {
    root: webRoot,
    serve: isBuilt,
    wildcard: false,
    index: false,
    cacheControl: false,
    // File names below assets/ contain a hash of their content. File names below fonts/ contain a number that increases with
    // each change.
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(webRoot, "assets")) || path.startsWith(join(webRoot, "fonts"));
      reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
    preCompressed: true,
    globIgnore: ["**/*.html", "**/*.{br,gz}", "site/**"],
  });
  const sendShell = (request: FastifyRequest, reply: FastifyReply, status: number) =>
    shell
      ? shell.send(app, request, reply, status)
      : sendPage(reply, status === 200 ? 503 : status, status === 404 ? NOT_FOUND : NOT_BUILT);

  const config = { access: "public" } as const;
  const landing = site.get("index.html");
  app.get("/", { config }, (request, reply) => {
    if (request.viewer) return sendShell(request, reply, 200);
    return landing ? landing.send(request, reply, { isSame: false }) : sendPage(reply, 200, START);
  });
  for (const path of APP_PAGES)
    app.get(path, { config }, (request, reply) =>
      request.viewer
        ? sendShell(request, reply, 200)
        : reply.redirect(`/api/login?next=${encodeURIComponent(request.url)}`, 303),
    );
  app.get<{ Querystring: Record<string, unknown> }>("/signup", { config }, (request, reply) => {
    if (request.viewer) return notFound(request, reply);
    const page = env.STRIPE_SECRET_KEY ? getSignUpPage(site, request.query) : site.get(FREE_SIGN_UP_FILE);
    return page ? page.send(request, reply, { isSame: false }) : sendPage(reply, 503, NOT_BUILT);
  });
  // Signed-out people get the page for an unknown path.
  app.get("/dashboard", { config }, (request, reply) =>
    request.viewer ? reply.redirect("/", 303) : notFound(request, reply),
  );
  serveSite(app, site, env);

  const notFound = (request: FastifyRequest, reply: FastifyReply) =>
    request.viewer
      ? sendShell(request, reply, 404)
      : (sendNotFound(site, request, reply) ?? sendPage(reply, 404, NOT_FOUND));
  app.setNotFoundHandler((request, reply) => {
    if (wantsPage(request)) return notFound(request, reply);
    return sendError(new AppError("not-found", "This address does not exist."), request, reply);
  });
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== "GET" || /^\/(api|health|assets|_pages)\//.test(url)) return false;
  return headers.accept === undefined || /text\/html|\*\/\*/.test(headers.accept);
}

const START: HtmlPage = {
  title: "Your team’s chat, written up as knowledge articles",
  body: html`<h1>Your team’s chat, written up as knowledge articles</h1>
<p>${BRAND} reads the channels you choose, finds the answers worth keeping, and turns them into articles in which every
sentence names the message it comes from.</p>
<p><a class="button" href="/api/login">Log In</a></p>
<p class="quiet">New here? <a href="/signup">Create account</a></p>`,
};

const NOT_FOUND: HtmlPage = {
  title: "Page not found",
  body: html`<h1>Page not found</h1><p>There is no page at this address.</p><p><a class="button" href="/">Go Home</a></p>`,
};

const NOT_BUILT: HtmlPage = {
  title: "Not built yet",
  body: html`<h1>The browser application is not built</h1>
<p>The server works. Run <code>npm run build</code> and start it again.</p>`,
};
