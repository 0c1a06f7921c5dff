import type { FastifyInstance, FastifyReply } from "fastify";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { type Html, html } from "../../http/html.ts";
import { sendPage } from "../../http/pages/page.ts";
import { type verifyEmail as VerifyEmail, verifyEmail } from "./verify-email.ts";

type User = Awaited<ReturnType<typeof VerifyEmail>>;
type State = "asking" | "loading" | "success" | "error" | "invalid";

/**
 * The link of the mail leads here. Opening the page changes nothing: its script makes the call, and without scripts a
 * button sends the form.
 */
export function verifyPage(app: FastifyInstance, deps: Pick<Deps, "db" | "queue">): void {
  app.get<{ Querystring: { token?: unknown } }>("/verify-email", async ({ query: { token } }, reply) =>
    typeof token === "string" && token !== "" ? show(reply, "asking", { token }) : show(reply, "invalid"),
  );

  app.post<{ Body: { token?: unknown } | undefined }>("/verify-email", async ({ body }, reply) => {
    if (typeof body?.token !== "string") return show(reply, "invalid");
    try {
      return show(reply, "success", { user: await verifyEmail(deps, body.token) });
    } catch (error) {
      if (error instanceof AppError) return show(reply, "error", { reason: error.message });
      throw error;
    }
  });
}

function show(
  reply: FastifyReply,
  state: State,
  { token, user, reason }: { token?: string; user?: User; reason?: string } = {},
): FastifyReply {
  const section = (name: State, content: Html) =>
    html`<section data-state="${name}"${name !== state && html` hidden`}>${content}</section>`;
  const body = html`
${section(
  "asking",
  html`<h1>Confirm your email address</h1><p>One click makes the account yours.</p>
<form method="post" action="/verify-email"><input type="hidden" name="token" value="${token}"><button>Confirm my email address</button></form>
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
${onward("/signup", "Try Signing Up Again")}`,
)}
${section(
  "invalid",
  html`<h1>This link is not complete</h1><p>No verification token provided in the URL. Open the whole link from the email, or copy all of it.</p>
${onward("/signup", "Go to Sign Up")}`,
)}
<p class="toast" role="status" data-toast hidden></p>`;
  const status = state === "error" ? 400 : 200;
  return sendPage(reply, status, {
    title: "Confirm your email address",
    body,
    ...(state === "asking" && { script: "verify-email.js" as const }),
  });
}

const HOME = html`<p class="quiet"><a href="/">Back to Home</a></p>`;
const onward = (address: string, label: string): Html =>
  html`<p class="actions"><a class="button" href="${address}">${label}</a> <a href="/">Back to Home</a></p>`;
