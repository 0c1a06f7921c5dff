import type { FastifyInstance, FastifyReply } from "fastify";
import { accountEndpoints } from "../../../shared/contract/accounts.ts";
import { BRAND } from "../../../shared/domain/brand.ts";
import { EMAIL_VERIFICATION_HOURS, PASSWORD_LENGTH } from "../../../shared/domain/people.ts";
import { SIGN_UP_FIELDS } from "../../../shared/domain/sign-up.ts";
import type { Deps } from "../../deps.ts";
import { AppError, HTTP_STATUS } from "../../errors.ts";
import { type Html, html } from "../../http/html.ts";
import { sendPage } from "../../http/pages/page.ts";
import { registerAccount } from "./register.ts";
import { renderResendButton } from "./resend-page.ts";
import { rememberSignUpBrowser } from "./sign-up-browser.ts";

const registration = accountEndpoints["POST /api/register"].body;

export type FormValues = Record<string, string>;

/**
 * Handles the form of /signup (web/site/sign-up) without scripts. Creates only free accounts, because a card needs the payment
 * provider's script. Redirects signed-in people.
 */
export function serveSignUpPage(app: FastifyInstance, deps: Deps): void {
  const config = { access: "public" } as const;

  app.post<{ Body: Record<string, unknown> | undefined }>("/signup", { config }, async (request, reply) => {
    if (request.viewer) return reply.redirect("/", 303);
    const values = readAccountValues(request.body);
    const { plan = "starter" } = request.body ?? {};
    if (plan !== "starter" && deps.payment) return sendPage(reply, HTTP_STATUS.invalid, form(values, {}, NEEDS_SCRIPT));
    const { role, ...required } = values;
    const checked = registration.safeParse({ ...required, ...(role && { role }), plan: "starter" });
    if (!checked.success) {
      const wrong = checked.error.issues.map(({ path, message }) => [String(path[0]), message] as const);
      // Reversed, so that the first message for a field replaces later messages.
      return sendPage(reply, HTTP_STATUS.invalid, form(values, Object.fromEntries(wrong.reverse())));
    }
    try {
      const browser = rememberSignUpBrowser(deps.env.PUBLIC_URL, request, reply);
      await registerAccount(deps, checked.data, { ip: request.ip, browser });
    } catch (error) {
      return refuse(reply, values, error);
    }
    return sendPage(reply, 200, verificationRequired(checked.data.email.trim()));
  });
}

const NEEDS_SCRIPT =
  "Paying by card needs JavaScript, which did not run in your browser. Create a free account here; you can change the plan later in Manage Subscription.";

function refuse(reply: FastifyReply, values: FormValues, error: unknown): FastifyReply {
  if (!(error instanceof AppError)) throw error;
  if (error.details.retryAfterSeconds) reply.header("retry-after", error.details.retryAfterSeconds);
  return sendPage(reply, HTTP_STATUS[error.code], form(values, {}, error.message));
}

export function readAccountValues(body: Record<string, unknown> = {}): FormValues {
  return Object.fromEntries(
    SIGN_UP_FIELDS.map(({ name }) => {
      const value = body[name];
      return [name, typeof value === "string" ? value : ""];
    }),
  );
}

function form(values: FormValues = {}, wrong: Record<string, string> = {}, problem?: string) {
  const firstWrong = SIGN_UP_FIELDS.find(({ name }) => wrong[name])?.name;
  return {
    title: "Create account",
    body: html`<h1>Create account</h1>
<p class="quiet">A workspace of your own. Free forever.</p>
${problem && html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="/signup">
${SIGN_UP_FIELDS.map((field) => renderSignUpField(field, values[field.name], wrong[field.name], field.name === firstWrong))}
<button>Create Free Account</button>
</form>
<p class="quiet">You have an account already? <a href="/api/login">Sign in</a></p>`,
  };
}

/** Never sends a password back. */
export function renderSignUpField(
  { name, label, type, autocomplete, max, ...field }: (typeof SIGN_UP_FIELDS)[number],
  value: string | undefined,
  wrong: string | undefined,
  isFirstWrong: boolean,
): Html {
  return html`<label for="${name}">${label}</label>
${wrong && html`<p class="wrong" id="${name}-wrong">${wrong}</p>`}
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="${max}"${!("isOptional" in field) && html` required`}${type === "password" && html` minlength="${PASSWORD_LENGTH.min}"`}${type !== "password" && value && html` value="${value}"`}${wrong && html` aria-invalid="true" aria-describedby="${name}-wrong"`}${isFirstWrong && html` autofocus`}>
`;
}

function verificationRequired(email: string) {
  return {
    title: "Email Verification Required",
    body: html`<h1>Email Verification Required</h1>
<p>We sent an email to <strong>${email}</strong>.</p>
<h2>Next steps</h2>
<ol>
<li>Open the email from ${BRAND}. Nothing there? Look in your spam folder.</li>
<li>Open the link in it to confirm that the address is yours.</li>
<li>Sign in and connect the chat your team explains things in.</li>
</ol>
<p class="quiet">The link expires in ${EMAIL_VERIFICATION_HOURS} hours.</p>
<p class="actions"><a class="button" href="/api/login">Go to Login Page</a> <a href="/signup">Register Another Account</a></p>
${renderResendButton(email)}`,
  };
}
