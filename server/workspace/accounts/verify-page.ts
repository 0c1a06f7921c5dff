import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { type Html, html } from "../../http/html.ts";
import { getNetwork } from "../../http/network.ts";
import { sendPage } from "../../http/pages/page.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import type { VerifiedAccount } from "./account-queries.ts";
import { confirmInBrowser } from "./confirm-in-browser.ts";
import {
  findPasswordProblem,
  type PasswordProblem,
  readFormText,
  renderNewPasswordFields,
} from "./new-password-form.ts";
import { getSignUpBrowserHash } from "./sign-up-browser.ts";
import { needsPassword } from "./verify-email.ts";

type State = "asking" | "choosing" | "loading" | "success" | "error" | "invalid";

const PER_NETWORK = { limit: 60, windowSeconds: 60 * 60 };

/**
 * Serves the page of the mailed link. Opening the page changes nothing: the page's script calls the API, or a button does
 * without scripts. In a browser that did not sign up, the person has to enter a password first.
 */
export function serveVerifyPage(app: FastifyInstance, deps: Deps): void {
  const browserOf = (request: FastifyRequest) => getSignUpBrowserHash(deps.env.PUBLIC_URL, request);

  app.get<{ Querystring: { token?: unknown } }>("/verify-email", async (request, reply) => {
    const { token } = request.query;
    if (typeof token !== "string" || token === "") return show(reply, "invalid");
    const isStrange = await needsPassword(deps, { token, browser: browserOf(request) });
    return show(reply, isStrange ? "choosing" : "asking", { token });
  });

  app.post<{ Body: Record<string, unknown> | undefined }>(
    "/verify-email",
    { config: { access: "public" } },
    async (request, reply) => {
      const { token, password, confirm } = request.body ?? {};
      if (typeof token !== "string") return show(reply, "invalid");
      const isStrange = await needsPassword(deps, { token, browser: browserOf(request) });
      const wrong = isStrange ? await findPasswordProblem(readFormText(password), readFormText(confirm)) : null;
      if (wrong) return show(reply, "choosing", { token, wrong });
      try {
        if (isStrange) await enforceRateLimit(deps.db, `verify ${getNetwork(request.ip)}`, PER_NETWORK);
        const opened = { token, ...(isStrange && { password: readFormText(password) }) };
        const user = await confirmInBrowser(deps, opened, request, reply);
        return show(reply, "success", { user });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.details.retryAfterSeconds) reply.header("retry-after", error.details.retryAfterSeconds);
        return show(reply, "error", { reason: error.message });
      }
    },
  );
}

function show(
  reply: FastifyReply,
  state: State,
  {
    token,
    user,
    reason,
    wrong,
  }: { token?: string; user?: VerifiedAccount; reason?: string; wrong?: PasswordProblem } = {},
): FastifyReply {
  const section = (name: State, content: Html) =>
    html`<section data-state="${name}"${name !== state && html` hidden`}>${content}</section>`;
  const body = html`
${section(
  "asking",
  html`<h1>Confirm your email address</h1><p>Press the button to confirm the address and activate the account.</p>
<form method="post" action="/verify-email"><input type="hidden" name="token" value="${token}"><button>Confirm my email address</button></form>
${HOME}`,
)}
${section(
  "choosing",
  html`<h1>Choose a password</h1>
<p>You did not sign up in this browser, so we ask for the password here. It is the one that opens your account from now on.</p>
<form method="post" action="/verify-email"><input type="hidden" name="token" value="${token}">
${renderNewPasswordFields({ first: "Password", again: "Repeat the password", wrong })}
<button>Confirm my email address</button></form>
${HOME}`,
)}
${section("loading", html`<h1>Confirming your email address…</h1>${HOME}`)}
${section(
  "success",
  html`<h1>Your email address is confirmed</h1>
<dl class="facts"><dt>Name</dt><dd data-fact="name">${user && `${user.firstName} ${user.lastName}`}</dd>
<dt>Email</dt><dd data-fact="email">${user?.email}</dd>
<dt>Plan</dt><dd data-fact="plan">${user && user.plan.charAt(0).toUpperCase() + user.plan.slice(1)}</dd></dl>
${onward("/api/login", "Continue to Login")}`,
)}
${section(
  "error",
  html`<h1>Verification Failed</h1><p data-reason>${reason}</p>
<p class="quiet" data-hint>The verification link may be invalid or expired.</p>
${onward("/signup", "Try Signing Up Again")}
<p class="quiet"><a href="/resend-verification">Send a new link</a></p>`,
)}
${section(
  "invalid",
  html`<h1>This link is not complete</h1><p>No verification token provided in the URL. Open the whole link from the email, or copy all of it.</p>
${onward("/signup", "Go to Sign Up")}`,
)}
<p class="toast" role="status" data-toast hidden></p>`;
  const status = state === "error" || wrong ? 400 : 200;
  return sendPage(reply, status, {
    title: "Confirm your email address",
    body,
    ...(state === "asking" && { script: "verify-email.js" as const }),
  });
}

const HOME = html`<p class="quiet"><a href="/">Back to Home</a></p>`;
const onward = (address: string, label: string): Html =>
  html`<p class="actions"><a class="button" href="${address}">${label}</a> <a href="/">Back to Home</a></p>`;
