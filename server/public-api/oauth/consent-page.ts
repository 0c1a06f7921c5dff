import type { KeyScope } from "../../../shared/domain/api-keys.ts";
import { KEY_SCOPE_NAMES } from "../../../shared/domain/api-keys.ts";
import { BRAND } from "../../../shared/domain/brand.ts";
import { type Html, html } from "../../http/html.ts";
import type { HtmlPage } from "../../http/pages/page.ts";

interface ConsentQuestion {
  clientId: string;
  clientName: string;
  redirectUri: string;
  scopes: readonly KeyScope[];
  workspace: string;
  person: string;
  action: string;
  proof: string;
}

export function buildConsentPage({
  clientId,
  clientName,
  redirectUri,
  scopes,
  workspace,
  person,
  action,
  proof,
}: ConsentQuestion): HtmlPage {
  return {
    title: "Connect an app",
    body: html`<h1>Connect ‘${clientName}’ to ${workspace}?</h1>
<p>The app wants to use ${BRAND} in your name, ${person}. It may then:</p>
<ul>${scopes.map((scope) => html`<li>${KEY_SCOPE_NAMES[scope]}</li>`)}</ul>
<p>It sees what you may read in <strong>${workspace}</strong>, and nothing of your other workspaces.</p>
<p>${describeRedirect(redirectUri)}${describeProgram(clientId)} Allow it only if you have just connected this app yourself.</p>
<form method="post" action="${action}">
<input type="hidden" name="proof" value="${proof}">
<p class="actions"><button name="answer" value="allow">Allow</button> <button class="plain" name="answer" value="deny">Do not allow</button></p>
</form>
<p class="quiet">You can disconnect it at any time in Settings, Password Reset, where you also see where you are signed in.</p>`,
  };
}

function describeRedirect(redirectUri: string): Html {
  const host = getRedirectHost(redirectUri);
  return isOwnComputer(redirectUri)
    ? html`You are sent back to a program on this computer (<strong>${host}</strong>).`
    : html`You are sent back to <strong>${host}</strong>.`;
}

/**
 * Describes the program by the host of its metadata document, if it has one. A program can choose any name, but not
 * that host.
 */
function describeProgram(clientId: string): Html {
  return clientId.startsWith("https://")
    ? html` The app is described at <strong>${new URL(clientId).host}</strong>.`
    : html` The app chose its name itself; nobody has checked it.`;
}

const isOwnComputer = (uri: string) =>
  /^(127\.0\.0\.1|localhost|\[::1\])$/.test(new URL(uri).hostname) || !/^https?:/.test(uri);

/** The URL's host. For a URL without a host, such as 'cursor:', the scheme. */
export function getRedirectHost(uri: string): string {
  const { protocol, host } = new URL(uri);
  return /^https?:$/.test(protocol) ? host : `${protocol}${host ? `//${host}` : ""}`;
}

/** The destination to which the form redirects, as a source for the content security policy. */
export function getFormTarget(uri: string): string {
  const { protocol, origin } = new URL(uri);
  return /^https?:$/.test(protocol) ? origin : protocol;
}

export const renderTooManyPage = (most: number): HtmlPage => ({
  title: "Too many apps are connected",
  body: html`<h1>Too many apps are connected</h1>
<p>You have connected ${most} apps. Disconnect one that you no longer use.</p>
<p><a class="button" href="/settings/password">See my apps</a></p>`,
});
