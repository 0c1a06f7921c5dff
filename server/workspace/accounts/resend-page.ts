import type { FastifyInstance } from "fastify";
import { EMAIL_VERIFICATION_HOURS } from "../../../shared/domain/people.ts";
import type { Deps } from "../../deps.ts";
import { type Html, html } from "../../http/html.ts";
import { type HtmlPage, sendPage } from "../../http/pages/page.ts";
import { buildAddressPage, handleAddressForm } from "./address-form.ts";
import { resendVerification } from "./resend-verification.ts";
import { getSignUpBrowserHash } from "./sign-up-browser.ts";

/** Serves the page that sends a verification mail again. The sign-in page and the pages after a sign-up link to this page. */
export function serveResendPage(app: FastifyInstance, deps: Deps): void {
  const config = { access: "public" } as const;
  app.get("/resend-verification", { config }, async (_request, reply) => sendPage(reply, 200, buildAddressPage(LOST)));

  app.post<{ Body: Record<string, unknown> | undefined }>(
    "/resend-verification",
    { config },
    async (request, reply) => {
      const browser = getSignUpBrowserHash(deps.env.PUBLIC_URL, request);
      const send = (email: string) => resendVerification(deps, { email, ip: request.ip, browser });
      return handleAddressForm(reply, LOST, request.body, { send, sent: asked });
    },
  );
}

/** Renders the only button of a page that already knows the address. */
export const renderResendButton = (email: string): Html => html`<form method="post" action="/resend-verification">
<input type="hidden" name="email" value="${email}"><button class="plain">Send the email again</button></form>`;

const LOST = {
  title: "Send the email again",
  heading: "Send the verification email again",
  lead: "Enter the address you signed up with, and we send you a new link.",
  action: "/resend-verification",
};

/** Builds the page after a request to send the mail again. The page is the same whether or not the address is unconfirmed. */
function asked(email: string): HtmlPage {
  return {
    title: "Check your email",
    body: html`<h1>Check your email</h1>
<p>If <strong>${email}</strong> waits to be confirmed, an email with a new link is on its way to it. Links in earlier emails to you may have stopped working.</p>
<p>The link expires in ${EMAIL_VERIFICATION_HOURS} hours. Nothing there? Look in your spam folder.</p>
<p class="actions"><a class="button" href="/api/login">Go to Login Page</a> <a href="/signup">Register Another Account</a></p>`,
  };
}
