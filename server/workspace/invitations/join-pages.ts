import { MEMBERSHIP_EXPLANATIONS, MEMBERSHIP_NAMES } from "../../../shared/domain/access.ts";
import { BRAND } from "../../../shared/domain/brand.ts";
import { type Html, html } from "../../http/html.ts";
import type { HtmlPage } from "../../http/pages/page.ts";
import { renderNewPasswordFields } from "../accounts/new-password-form.ts";
import { ONLY_THIS_WORKSPACE_MESSAGE } from "../sso/own-workspace-only.ts";
import { INVITATION_DAYS, type OpenInvitation } from "./invitation-queries.ts";
import { addIndefiniteArticle } from "./mails.ts";

/** The visitor's next step on an invitation's page. */
export type JoinStep =
  | { kind: "confirm" }
  | { kind: "somebody-else"; own: string }
  | { kind: "sign-in" }
  | { kind: "new"; provider: string | null; takesPassword: boolean };

export interface TypedFields {
  firstName: string;
  lastName: string;
  password: string;
  confirm: string;
}

/** Error messages by field; `problem` is about the whole form. */
export interface FormErrors {
  firstName?: string;
  lastName?: string;
  password?: string;
  confirm?: string;
  email?: string;
  problem?: string;
  typed?: TypedFields;
  typedEmail?: string;
}

const roleOf = ({ membership }: OpenInvitation) => addIndefiniteArticle(MEMBERSHIP_NAMES[membership].toLowerCase());

function heading(invitation: OpenInvitation): Html {
  const { workspace, invitedBy, words, membership } = invitation;
  return html`<h1>Join ${workspace}</h1>
<p>${invitedBy ? html`<strong>${invitedBy}</strong> invites you to the workspace <strong>${workspace}</strong>` : html`You may join the workspace <strong>${workspace}</strong>`} as ${roleOf(invitation)}. <span class="quiet">${MEMBERSHIP_NAMES[membership]}: ${MEMBERSHIP_EXPLANATIONS[membership].toLowerCase()}.</span></p>
${words && html`<blockquote>“${words}”</blockquote>`}`;
}

const problemLine = (problem: string | undefined) => problem && html`<p class="problem" role="alert">${problem}</p>`;

export function buildInvitedPage(
  invitation: OpenInvitation,
  token: string,
  step: JoinStep,
  wrong: FormErrors = {},
): HtmlPage {
  return {
    title: `Join ${invitation.workspace}`,
    body: html`${heading(invitation)}
${problemLine(wrong.problem)}
${body(invitation, token, step, wrong)}`,
  };
}

function body(invitation: OpenInvitation, token: string, step: JoinStep, wrong: FormErrors): Html {
  const here = encodeURIComponent(`/join?token=${token}`);
  const { email } = invitation;
  if (step.kind === "confirm")
    return html`<form method="post" action="/join"><input type="hidden" name="token" value="${token}"><button>Join ${invitation.workspace}</button></form>
<p class="quiet">Your other workspaces stay as they are. You change between them in the navigation.</p>`;
  if (step.kind === "somebody-else")
    return html`<p class="problem" role="alert">The invitation is for <strong>${email}</strong>, and you are signed in as ${step.own}.</p>
<p>Sign out, then open the link in the email again.</p>
<p class="actions"><a class="button" href="/api/logout">Sign out</a> <a href="/">Stay signed in</a></p>`;
  if (step.kind === "sign-in")
    return html`<p><strong>${email}</strong> has an account. Sign in with it to join.</p>
<p class="actions"><a class="button" href="/api/login?next=${here}">Sign in</a></p>`;
  return html`${
    step.provider &&
    html`<p class="actions"><a class="button wide" href="/api/login?next=${here}">Sign in with ${step.provider}</a></p>
${step.takesPassword && html`<p class="or">or with a password</p>`}`
  }
${step.takesPassword && newPersonForm(invitation, token, wrong)}`;
}

function newPersonForm({ email, workspace }: OpenInvitation, token: string, wrong: FormErrors): Html {
  return html`<form method="post" action="/join">
<input type="hidden" name="token" value="${token}">
<label for="email">Email</label>
<input id="email" name="username" type="email" autocomplete="username" value="${email}" readonly>
${nameField("firstName", "First name", "given-name", wrong.firstName, wrong.typed?.firstName)}
${nameField("lastName", "Last name", "family-name", wrong.lastName, wrong.typed?.lastName)}
${renderNewPasswordFields({ first: "Password", again: "Repeat the password", wrong: { ...(wrong.password && { password: wrong.password }), ...(wrong.confirm && { confirm: wrong.confirm }) } })}
<button>Join ${workspace}</button>
</form>
<p class="quiet">With this you accept the <a href="/terms-of-service">Terms of Service</a> and the <a href="/privacy-policy">Privacy Policy</a>.</p>`;
}

function nameField(name: string, label: string, autocomplete: string, wrong: string | undefined, value = ""): Html {
  return html`<label for="${name}">${label}</label>
${wrong && html`<p class="wrong" id="${name}-wrong">${wrong}</p>`}
<input id="${name}" name="${name}" type="text" autocomplete="${autocomplete}" maxlength="100" required${value && html` value="${value}"`}${wrong && html` aria-invalid="true" aria-describedby="${name}-wrong"`}>`;
}

interface JoinLinkForm extends FormErrors {
  isSignedIn: boolean;
  provider: string | null;
  takesAddress: boolean;
}

export function buildJoinLinkPage(
  link: OpenInvitation,
  token: string,
  { isSignedIn, provider, takesAddress, ...wrong }: JoinLinkForm,
): HtmlPage {
  const hidden = html`<input type="hidden" name="link" value="${token}">`;
  const next = encodeURIComponent(`/join?link=${token}`);
  return {
    title: `Join ${link.workspace}`,
    body: html`${heading(link)}
${problemLine(wrong.problem)}
${
  isSignedIn
    ? html`<form method="post" action="/join">${hidden}<button>Join ${link.workspace}</button></form>
<p class="quiet">Your other workspaces stay as they are. You change between them in the navigation.</p>`
    : html`${provider && html`<p class="actions"><a class="button wide" href="/api/login?next=${next}">Sign in with ${provider}</a></p>`}
${takesAddress && html`<form method="post" action="/join">${hidden}${addressField(wrong.typedEmail, wrong.email)}<button>Continue</button></form>`}
<p class="quiet">You have an account already? <a href="/api/login?next=${next}">Sign in</a></p>`
}`,
  };
}

function addressField(value = "", wrong?: string): Html {
  return html`<label for="email">Your work email</label>
${wrong && html`<p class="wrong" id="email-wrong">${wrong}</p>`}
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required value="${value}"${wrong && html` aria-invalid="true" aria-describedby="email-wrong"`} autofocus>`;
}

interface FindWorkspaceForm {
  email?: string;
  wrong?: string;
  problem?: string;
  sendsMail: boolean;
}

export function buildFindWorkspacePage({ email, wrong, problem, sendsMail }: FindWorkspaceForm): HtmlPage {
  return {
    title: "Join your company",
    body: html`<h1>Join your company</h1>
<p>Is your company at ${BRAND} already? If it accepts everybody with a company address, we email you an invitation.</p>
${problemLine(problem)}
${
  sendsMail
    ? html`<form method="post" action="/join">${addressField(email, wrong)}<button>Send me an invitation</button></form>`
    : html`<p class="problem">This installation cannot send email. Ask somebody in your company’s workspace for an invitation.</p>`
}
<p class="quiet">Invited? Open the link in the email you got. <a href="/api/login">Back to sign in</a></p>`,
  };
}

/** Builds the page after a request to join. The page is the same whether or not a mail was sent. */
export function buildInvitationRequestedPage(email: string, { isByDomain }: { isByDomain: boolean }): HtmlPage {
  return {
    title: "Check your email",
    body: html`<h1>Check your email</h1>
<p>${isByDomain ? html`If a workspace lets in <strong>${email}</strong> by its mail domain` : html`If <strong>${email}</strong> may join by this link`}, an email with your own link is on its way.</p>
<p>It works once and for ${INVITATION_DAYS} days. Nothing there? Look in your spam folder.</p>`,
  };
}

/** Builds the page for a session that another workspace's own identity provider started. */
export const buildProviderSessionPage = (): HtmlPage => ({
  title: "Sign in first",
  body: html`<h1>Sign in first</h1>
<p class="problem" role="alert">${ONLY_THIS_WORKSPACE_MESSAGE}</p>
<p class="actions"><a class="button" href="/api/logout">Sign out</a></p>`,
});

export function renderLinkExpired({ sendsMail }: { sendsMail: boolean }): HtmlPage {
  return {
    title: "This invitation does not work",
    body: html`<h1>This invitation does not work</h1>
${!sendsMail && html`<p>Did you ask to join by a link? Then an owner or admin of the workspace has not approved you yet. Come back to this page when they have.</p>`}
<p>${sendsMail ? "It" : "Otherwise it"} was already used, revoked, or is older than ${INVITATION_DAYS} days. Ask the person who invited you for a new one.</p>
<p class="actions"><a class="button" href="/api/login">Sign in</a> <a href="/">Back to Home</a></p>`,
  };
}

/** Builds the page of an installation without mail. The page is the same whether or not the address is known. */
export function buildAwaitingApprovalPage(
  workspace: string,
  { address, code }: { address: string; code: string },
): HtmlPage {
  return {
    title: "An admin has to approve you",
    body: html`<h1>An admin has to approve you</h1>
<p>This installation cannot send email, so nobody has checked your address. Tell an owner or admin of <strong>${workspace}</strong> that you asked to join, and this code: <strong>${code}</strong></p>
<p>Keep your own link. It lets you in, once, when they have approved you:</p>
<p><a href="${address}">${address}</a></p>
<p class="quiet">You have an account already? <a href="/api/login">Sign in</a></p>`,
  };
}
