import type { FastifyInstance } from "fastify";
import { BRAND } from "../../../shared/domain/brand.ts";
import { PASSWORD_LENGTH } from "../../../shared/domain/people.ts";
import type { Deps } from "../../deps.ts";
import { AppError, HTTP_STATUS } from "../../errors.ts";
import { refuseCrossSiteRead } from "../../http/browser-rules.ts";
import { type Html, html } from "../../http/html.ts";
import { sendPage } from "../../http/pages/page.ts";
import { clearSessionCookie, endSession, startSession } from "./sessions.ts";
import { checkSignIn } from "./sign-in.ts";

/** The product's own sign-in page, which works without scripts, and the way out. */
export function signInPage(app: FastifyInstance, deps: Deps): void {
  const config = { access: "public" } as const;

  app.get<{ Querystring: Record<string, unknown> }>("/api/login", { config }, async ({ query, viewer }, reply) => {
    const next = localPath(query["next"]);
    if (viewer) return reply.redirect(next, 303);
    return sendPage(reply, 200, form({ next, email: "" }));
  });

  app.post<{ Body: Record<string, unknown> | undefined }>("/api/login", { config }, async (request, reply) => {
    const email = asText(request.body?.["email"], 254);
    const password = asText(request.body?.["password"], PASSWORD_LENGTH.max * 2);
    const next = localPath(request.body?.["next"]);
    try {
      const user = await checkSignIn(deps, { email, password, ip: request.ip });
      await startSession(deps, user, request, reply);
      return reply.redirect(next, 303);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.details.retryAfterSeconds) reply.header("retry-after", error.details.retryAfterSeconds);
      return sendPage(reply, HTTP_STATUS[error.code], form({ next, email, problem: problemOf(error) }));
    }
  });

  app.get("/api/logout", { config }, async (request, reply) => {
    refuseCrossSiteRead(request);
    if (request.sessionHash) {
      await endSession(deps.db, request.sessionHash);
      app.closeStreams(request.sessionHash);
    }
    clearSessionCookie(deps.env.PUBLIC_URL, reply);
    return reply.redirect("/", 303);
  });
}

function problemOf({ code, message }: AppError): Html {
  if (code !== "forbidden") return html`${message}`;
  return html`${message}. Open the link in the mail we sent you. Was it lost? <a href="/signup">Sign up again</a> and a new one comes.`;
}

function form({ next, email, problem }: { next: string; email: string; problem?: Html }) {
  return {
    title: "Sign in",
    body: html`<h1>Sign in</h1>
<p class="quiet">To the library your team’s chat writes.</p>
${problem && html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="/api/login">
<input type="hidden" name="next" value="${next}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${email}"${!email && html` autofocus`}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${email && html` autofocus`}>
<button>Sign in</button>
</form>
<p class="quiet">New to ${BRAND}? <a href="/signup">Open an account</a></p>`,
  };
}

function asText(value: unknown, max: number): string {
  return typeof value === "string" ? value.slice(0, max) : "";
}

/** Only a path of this site: '//other.example' and '/\other.example' lead away. */
function localPath(value: unknown): string {
  if (typeof value !== "string" || !/^\/(?![/\\])[\x21-\x7e]*$/.test(value) || value.includes("\\")) return "/";
  return value.startsWith("/api/") ? "/" : value;
}
