import type { FastifyReply } from "fastify";
import { EMAIL_INVALID, isEmail } from "../../../shared/domain/people.ts";
import { AppError, HTTP_STATUS } from "../../errors.ts";
import { html } from "../../http/html.ts";
import { type HtmlPage, sendPage } from "../../http/pages/page.ts";
import { readFormText } from "./new-password-form.ts";

/** A page with a form for a mail address, to which the product sends a link. */
export interface AddressForm {
  title: string;
  heading: string;
  lead: string;
  action: string;
}

interface FilledAddressForm {
  email?: string;
  /** The message about an invalid address. */
  wrong?: string;
  problem?: string;
}

export function buildAddressPage(
  { title, heading, lead, action }: AddressForm,
  filled: FilledAddressForm = {},
): HtmlPage {
  const { email = "", wrong, problem } = filled;
  return {
    title,
    body: html`<h1>${heading}</h1>
<p class="quiet">${lead}</p>
${problem && html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="${action}">
<label for="email">Email</label>
${wrong && html`<p class="wrong" id="email-wrong">${wrong}</p>`}
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required value="${email}"${wrong && html` aria-invalid="true" aria-describedby="email-wrong"`} autofocus>
<button>Send the link</button>
</form>
<p class="quiet"><a href="/api/login">Back to sign in</a></p>`,
  };
}

/** Calls `send` with the address from the form. Shows errors on the same page. */
export async function handleAddressForm(
  reply: FastifyReply,
  form: AddressForm,
  body: Record<string, unknown> | undefined,
  { send, sent }: { send: (email: string) => Promise<void>; sent: (email: string) => HtmlPage },
): Promise<FastifyReply> {
  const email = readFormText(body?.["email"]).trim();
  if (!isEmail(email))
    return sendPage(reply, HTTP_STATUS.invalid, buildAddressPage(form, { email, wrong: EMAIL_INVALID }));
  try {
    await send(email);
  } catch (error) {
    return refuseWithPage(reply, error, (problem) => buildAddressPage(form, { email, problem }));
  }
  return sendPage(reply, 200, sent(email));
}

export function refuseWithPage(reply: FastifyReply, error: unknown, page: (problem: string) => HtmlPage): FastifyReply {
  if (!(error instanceof AppError)) throw error;
  if (error.details.retryAfterSeconds) reply.header("retry-after", error.details.retryAfterSeconds);
  return sendPage(reply, HTTP_STATUS[error.code], page(error.message));
}
