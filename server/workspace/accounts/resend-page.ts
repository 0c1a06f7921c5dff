import type { FastifyInstance } from "fastify";
import { EMAIL_INVALID, isEmail, VERIFICATION_HOURS } from "../../../shared/domain/people.ts";
import type { Deps } from "../../deps.ts";
import { AppError, HTTP_STATUS } from "../../errors.ts";
import { type Html, html } from "../../http/html.ts";
import { type Page, sendPage } from "../../http/pages/page.ts";
import { asText } from "./new-password-form.ts";
import { resendVerification } from "./resend-verification.ts";
import { signUpBrowser } from "./sign-up-browser.ts";

/** A lost verification mail is sent again: asked for here, by the sign-in page, and by the pages after sign-up. */
export function resendPage(app: FastifyInstance, deps: Deps): void {
  const config = { access: "public" } as const;
  app.get("/resend-verification", { config }, async (_request, reply) => sendPage(reply, 200, asking()));

  app.post<{ Body: Record<string, unknown> | undefined }>(
    "/resend-verification",
    { config },
    async (request, reply) => {
      const email = asText(request.body?.["email"]).trim();
      if (!isEmail(email)) return sendPage(reply, HTTP_STATUS.invalid, asking({ email, wrong: EMAIL_INVALID }));
      try {
        const browser = signUpBrowser(deps.env.PUBLIC_URL, request);
        await resendVerification(deps, { email, ip: request.ip, browser });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.details.retryAfterSeconds) reply.header("retry-after", error.details.retryAfterSeconds);
        return sendPage(reply, HTTP_STATUS[error.code], asking({ email, problem: error.message }));
      }
      return sendPage(reply, 200, asked(email));
    },
  );
}

/** For a page that knows the address: one button that asks. */
export const resendButton = (email: string): Html => html`<form method="post" action="/resend-verification">
<input type="hidden" name="email" value="${email}"><button class="plain">Send the email again</button></form>`;

function asking({ email = "", wrong, problem }: { email?: string; wrong?: string; problem?: string } = {}): Page {
  return {
    title: "Send the email again",
    body: html`<h1>Send the verification email again</h1>
<p class="quiet">Tell us the address you signed up with, and a new link comes.</p>
${problem && html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="/resend-verification">
<label for="email">Email</label>
${wrong && html`<p class="wrong" id="email-wrong">${wrong}</p>`}
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required value="${email}"${wrong && html` aria-invalid="true" aria-describedby="email-wrong"`} autofocus>
<button>Send the link</button>
</form>
<p class="quiet"><a href="/api/login">Back to sign in</a></p>`,
  };
}

/** The same whether or not the address waits for its confirmation. */
function asked(email: string): Page {
  return {
    title: "Check your email",
    body: html`<h1>Check your email</h1>
<p>If <strong>${email}</strong> waits to be confirmed, an email with a new link is on its way to it. Links in earlier emails to you may have stopped working.</p>
<p>The link expires in ${VERIFICATION_HOURS} hours. Nothing there? Look in your spam folder.</p>
<p class="actions"><a class="button" href="/api/login">Go to Login Page</a> <a href="/signup">Register Another Account</a></p>`,
  };
}
