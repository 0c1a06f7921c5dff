import type { FastifyInstance } from "fastify";
import { KNOWLEDGE_MANIFESTS } from "../../../connectors/manifests.ts";
import { BRAND } from "../../../shared/domain/brand.ts";
import { normaliseEmail, PASSWORD_LENGTH } from "../../../shared/domain/people.ts";
import type { Deps } from "../../deps.ts";
import { AppError, forbidden, HTTP_STATUS } from "../../errors.ts";
import { refuseCrossSiteRead } from "../../http/csrf-check.ts";
import { type Html, html } from "../../http/html.ts";
import { sendPage } from "../../http/pages/page.ts";
import { askForSecondFactor, serveSecondStepPage } from "../second-factor/sign-in-step.ts";
import { findSignOnOfEmail, renderSignOnButton, serveCompanyPage } from "../sso/company-page.ts";
import { beginSignOn, buildProviderSignOutUrl, redirectsToProvider, serveSignOnCallback } from "../sso/sign-on.ts";
import { serveWorkspaceSignOn } from "../sso/workspace-sign-on.ts";
import { findKnownDevice, rememberDevice } from "./known-device.ts";
import { toLocalPath } from "./local-path.ts";
import { renderResendButton } from "./resend-page.ts";
import { endSession, findWorkspaceForPassword } from "./session-queries.ts";
import { clearBrowserData, clearSessionCookie, startSession } from "./sessions.ts";
import { checkSignIn, NOT_VERIFIED_MESSAGE } from "./sign-in.ts";

const SIGN_ON_REQUIRED = "Your workspace requires its single sign-on.";
const SESSION_ENDED =
  "Your session has ended. Sign in to go back to the page you were on. Changes to an article that you had not saved are kept in this browser.";
const PASSWORDS_OFF = "Passwords are turned off here. Sign in with your identity provider.";

/** Serves the product's sign-in page, which works without scripts, and signs people out. */
export function serveSignInPage(app: FastifyInstance, deps: Deps): void {
  const config = { access: "public" } as const;
  const provider = deps.identityProvider?.name ?? null;

  app.get<{ Querystring: Record<string, unknown> }>("/api/login", { config }, async (request, reply) => {
    const next = toLocalPath(request.query["next"]);
    if (request.viewer) return reply.redirect(next, 303);
    if (redirectsToProvider(deps, request.query)) return beginSignOn(deps, request, reply, next);
    return sendPage(reply, 200, form({ next, email: "", provider, hasEnded: request.query["ended"] === "1" }));
  });
  serveSignOnCallback(app, deps);
  serveWorkspaceSignOn(app, deps);
  serveCompanyPage(app, deps);

  app.post<{ Body: Record<string, unknown> | undefined }>("/api/login", { config }, async (request, reply) => {
    const email = asText(request.body?.["email"], 254);
    const password = asText(request.body?.["password"], PASSWORD_LENGTH.max * 2);
    const next = toLocalPath(request.body?.["next"]);
    request.aboutAccount = deps.secrets.hmac(normaliseEmail(email), "security event");
    try {
      if (!deps.env.OIDC_PASSWORD_SIGN_IN) throw forbidden(PASSWORDS_OFF);
      const device = findKnownDevice(deps, request, email);
      const known = await checkSignIn(deps, { email, password, ip: request.ip, device });
      request.aboutAccount = known.userId;
      const user = await findWorkspaceForPassword(deps.db, known);
      if (!user) throw forbidden(SIGN_ON_REQUIRED);
      if (await askForSecondFactor(deps, user, reply, next)) return reply;
      await startSession(deps, user, request, reply);
      rememberDevice(deps, reply, email);
      return reply.redirect(next, 303);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.details.retryAfterSeconds) reply.header("retry-after", error.details.retryAfterSeconds);
      return sendPage(
        reply,
        HTTP_STATUS[error.code],
        form({ next, email, provider, ...(await problemOf(deps, error, { email, next })) }),
      );
    }
  });

  serveSecondStepPage(app, deps);

  app.get("/api/logout", { config }, async (request, reply) => {
    refuseCrossSiteRead(request);
    let onward = "/";
    if (request.sessionHash) {
      onward = (await buildProviderSignOutUrl(deps, request.sessionHash)) ?? onward;
      await endSession(deps.db, request.sessionHash);
      app.closeStreams(request.sessionHash);
    }
    clearSessionCookie(deps.env.PUBLIC_URL, reply);
    clearBrowserData(reply);
    return reply.redirect(onward, 303);
  });
}

async function problemOf(
  deps: Deps,
  { code, message }: AppError,
  { email, next }: { email: string; next: string },
): Promise<{ problem: Html; remedy?: Html }> {
  if (code !== "forbidden" || message !== NOT_VERIFIED_MESSAGE) {
    // Looks only at the address's domain, so that the answer does not reveal accounts.
    const workspace = await findSignOnOfEmail(deps, email);
    return { problem: html`${message}`, ...(workspace && { remedy: renderSignOnButton(workspace, next) }) };
  }
  return {
    problem: html`${message}. Open the link in the email we sent you. Was it lost?`,
    remedy: renderResendButton(email),
  };
}

interface Form {
  next: string;
  email: string;
  /** The name of the operator's identity provider; null if there is none. */
  provider: string | null;
  /** The person came from a page of the product because the person's session had ended. */
  hasEnded?: boolean;
  problem?: Html;
  /** Advice shown below the problem. */
  remedy?: Html;
}

function form({ next, email, provider, hasEnded = false, problem, remedy }: Form) {
  return {
    title: "Sign in",
    body: html`<h1>Sign in</h1>
${hasEnded ? html`<p role="status">${SESSION_ENDED}</p>` : html`<p class="quiet">Sign in to your workspace.</p>`}
${problem && html`<p class="problem" role="alert">${problem}</p>`}
${remedy}
${
  provider &&
  html`<p class="actions"><a class="button wide" href="/api/login?next=${encodeURIComponent(next)}">Sign in with ${provider}</a></p>
<p class="or">or with a password</p>`
}
<form method="post" action="/api/login">
<input type="hidden" name="next" value="${next}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${email}"${!email && html` autofocus`}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${email && html` autofocus`}>
<button>Sign in</button>
<button class="plain" formaction="/api/login/company" formnovalidate>Use single sign-on</button>
</form>
<p class="quiet"><a href="/forgot-password">Forgotten your password?</a></p>
<p class="quiet">New to ${BRAND}? <a href="/signup">Create account</a> or <a href="/join">join your company</a></p>`,
    beside: FROM_CONVERSATION_TO_ARTICLE,
  };
}

/** An example of an article and its conversation, shown beside the form. */
const FROM_CONVERSATION_TO_ARTICLE = html`<p class="place">#help-it, 10:58</p>
<blockquote>“That did it! <mark>I had to restart once before it held</mark>, though.”</blockquote>
<p class="place">${KNOWLEDGE_MANIFESTS[0].name} · IT Help</p>
<h2>VPN drops after the 15.2 update</h2>
<p>Delete both profiles, then install the new one from the portal. <small>Jonas, 10:44</small></p>
<p><mark>Restart once; only then does it hold.</mark> <small>Noor, 10:58</small></p>`;

function asText(value: unknown, max: number): string {
  return typeof value === "string" ? value.slice(0, max) : "";
}
