import type { FastifyInstance } from "fastify";
import { PASSWORD_LENGTH, PASSWORD_RESET_HOURS } from "../../../shared/domain/people.ts";
import type { Deps } from "../../deps.ts";
import { AppError, HTTP_STATUS } from "../../errors.ts";
import { html } from "../../http/html.ts";
import { type HtmlPage, sendPage } from "../../http/pages/page.ts";
import { buildAddressPage, handleAddressForm, refuseWithPage } from "./address-form.ts";
import { rememberDevice } from "./known-device.ts";
import {
  findPasswordProblem,
  type PasswordProblem,
  readFormText,
  renderNewPasswordFields,
} from "./new-password-form.ts";
import { INVALID_LINK_MESSAGE, isResetLinkAlive, requestPasswordReset, resetPassword } from "./reset-password.ts";

type Form = { Body: Record<string, unknown> | undefined };

/**
 * Serves the pages for a forgotten password, which work without scripts: request the link, open the link, choose a new
 * password. Opening the link changes nothing.
 */
export function servePasswordPages(app: FastifyInstance, deps: Deps): void {
  const config = { access: "public" } as const;

  app.get("/forgot-password", { config }, async (_request, reply) => sendPage(reply, 200, buildAddressPage(FORGOTTEN)));

  app.post<Form>("/forgot-password", { config }, async ({ body, ip }, reply) => {
    const send = (email: string) => requestPasswordReset(deps, { email, ip });
    return handleAddressForm(reply, FORGOTTEN, body, { send, sent: asked });
  });

  app.get<{ Querystring: { token?: unknown } }>("/reset-password", { config }, async ({ query }, reply) => {
    const token = readFormText(query.token);
    if (!(await isResetLinkAlive(deps, token))) return sendPage(reply, HTTP_STATUS.invalid, linkExpired());
    return sendPage(reply, 200, choosing(token));
  });

  app.post<Form>("/reset-password", { config }, async ({ body, ip }, reply) => {
    const token = readFormText(body?.["token"]);
    const password = readFormText(body?.["password"]);
    const wrong = await findPasswordProblem(password, readFormText(body?.["confirm"]));
    if (wrong) return sendPage(reply, HTTP_STATUS.invalid, choosing(token, wrong));
    try {
      const { email, endedSessions } = await resetPassword(deps, { token, password, ip });
      for (const sessionHash of endedSessions) app.closeStreams(sessionHash);
      rememberDevice(deps, reply, email);
    } catch (error) {
      if (error instanceof AppError && error.message === INVALID_LINK_MESSAGE)
        return sendPage(reply, HTTP_STATUS.invalid, linkExpired());
      return refuseWithPage(reply, error, (problem) => choosing(token, { problem }));
    }
    return sendPage(reply, 200, changed());
  });
}

type PasswordFormProblem = PasswordProblem & { problem?: string };

const FORGOTTEN = {
  title: "Forgotten password",
  heading: "Forgotten your password?",
  lead: "Enter your email address, and we send you a link to choose a new one.",
  action: "/forgot-password",
};

/** Builds the page after a request for a new password. The page is the same whether or not the account exists. */
function asked(email: string): HtmlPage {
  return {
    title: "Check your email",
    body: html`<h1>Check your email</h1>
<p>If <strong>${email}</strong> has an account, an email with a link is on its way to it.</p>
<p>The link works once and for ${PASSWORD_RESET_HOURS === 1 ? "one hour" : `${PASSWORD_RESET_HOURS} hours`}. Nothing there? Look in your spam folder.</p>
<p class="actions"><a class="button" href="/api/login">Back to sign in</a> <a href="/forgot-password">Send it again</a></p>`,
  };
}

function choosing(token: string, { problem, ...wrong }: PasswordFormProblem = {}): HtmlPage {
  return {
    title: "Choose a new password",
    body: html`<h1>Choose a new password</h1>
<p class="quiet">At least ${PASSWORD_LENGTH.min} characters. It signs you out everywhere.</p>
${problem && html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="/reset-password">
<input type="hidden" name="token" value="${token}">
${renderNewPasswordFields({ first: "New password", again: "Repeat the new password", wrong })}
<button>Change my password</button>
</form>`,
  };
}

function changed(): HtmlPage {
  return {
    title: "Your password is changed",
    body: html`<h1>Your password is changed</h1>
<p>You are signed out everywhere. Sign in with the new password.</p>
<p class="actions"><a class="button" href="/api/login">Sign in</a></p>`,
  };
}

function linkExpired(): HtmlPage {
  return {
    title: "This link no longer works",
    body: html`<h1>This link no longer works</h1>
<p>It works once, for one hour, and only the newest one counts. Your password has not changed.</p>
<p class="actions"><a class="button" href="/forgot-password">Send a new link</a> <a href="/api/login">Back to sign in</a></p>`,
  };
}
