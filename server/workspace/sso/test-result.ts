import { isEmail } from "../../../shared/domain/people.ts";
import { type Html, html } from "../../http/html.ts";
import type { HtmlPage } from "../../http/pages/page.ts";
import { SignOnFailure } from "../../identity/identity-provider.ts";
import type { ProviderPerson } from "../../identity/provider-person.ts";
import { getMailDomain } from "../people/mail-domains.ts";

/** Explanations of configuration faults by OAuth's error code. Each explanation says where to find the fault. */
const BY_CODE: Readonly<Record<string, string>> = {
  Unreachable: "The issuer did not answer, or may not be called from here. Check its address.",
  TimeoutError: "The issuer did not answer in time.",
  OAUTH_TIMEOUT: "The issuer did not answer in time.",
  OAUTH_RESPONSE_IS_NOT_CONFORM: "The issuer has no /.well-known/openid-configuration. Check its address.",
  OAUTH_RESPONSE_IS_NOT_JSON: "What the issuer has at /.well-known/openid-configuration is not OpenID Connect.",
  OAUTH_PARSE_ERROR: "What the issuer has at /.well-known/openid-configuration is not OpenID Connect.",
  OAUTH_INVALID_SERVER_METADATA: "What the issuer says about itself is not complete.",
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: "The issuer calls itself by another address. Enter that one.",
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: "What came back is meant for another client, issuer or sign-in.",
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: "The clocks differ: by ours, what came back is not valid yet or no longer.",
  OAUTH_KEY_SELECTION_FAILED: "What came back is signed with a key that the issuer does not publish.",
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: "The client ID or the client secret is wrong.",
  invalid_client: "The client ID or the client secret is wrong.",
  unauthorized_client: "The identity provider does not let this client sign people in by an authorization code.",
  invalid_scope: "The identity provider does not know one of the scopes.",
  access_denied: "You turned back, or the identity provider does not let you use this application.",
  invalid_grant: "The identity provider did not redeem its own code. Check the redirect address registered there.",
  invalid_request: "The identity provider refused the request. Check the redirect address registered there.",
  redirect_uri_mismatch: "The identity provider refused the redirect address. Register the one shown in the settings.",
};

export function explainSignOnFailure(failure: SignOnFailure): string {
  const known = BY_CODE[failure.log];
  if (known) return known;
  return failure.kind === "unreachable"
    ? `The issuer could not be read (${failure.log}).`
    : `The identity provider’s answer was refused (${failure.log}).`;
}

/** Returns the reason why this person could not be signed in; null if the person could be. */
export function findSignInObstacle({ email, isEmailVerified }: ProviderPerson): string | null {
  if (!email || !isEmail(email)) return "The identity provider sent no email address. Add the scope or claim ‘email’.";
  if (!isEmailVerified)
    return "The identity provider does not say that the email address is verified (claim ‘email_verified’).";
  return null;
}

export interface TestResult {
  fault: string | null;
  person: ProviderPerson | null;
  groups: string[];
  /** The workspace has proven the address's domain. */
  isProven: boolean;
}

/** Builds the page in the browser tab that was opened for the test. */
export function buildTestPage({ fault, person, groups, isProven }: TestResult): HtmlPage {
  const title = fault ? "The test did not pass" : "The test passed";
  return {
    title,
    body: html`<h1>${title}</h1>
${fault ? html`<p class="problem" role="alert">${fault}</p>` : html`<p>This is what your identity provider says of you. Nobody was signed in by it.</p>`}
${person && factsOf(person, groups)}
${
  !fault &&
  !isProven &&
  html`<p class="problem">Your workspace has not verified the domain ${getMailDomain(person?.email ?? "")} yet: nobody there is let in until it has.</p>`
}
<p class="quiet">Close this tab and go on in the settings.</p>`,
  };
}

const factsOf = ({ issuer, subject, email, isEmailVerified }: ProviderPerson, groups: string[]): Html =>
  html`<dl class="facts"><dt>Issuer</dt><dd>${issuer}</dd>
<dt>Subject</dt><dd>${subject}</dd>
<dt>Address</dt><dd>${email ?? "not sent"}</dd>
<dt>Address verified</dt><dd>${isEmailVerified ? "yes" : "no"}</dd>
<dt>Groups</dt><dd>${groups.length > 0 ? groups.join(", ") : "none sent"}</dd></dl>`;
