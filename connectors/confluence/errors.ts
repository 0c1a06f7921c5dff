import { CredentialsRejected, MissingPermission, NotFound, Refused, Unreachable } from "../errors.ts";
import type { HttpResponse } from "../http.ts";
import { describeMissingGrant } from "../oauth.ts";
import { describeScopesOfUse, SCOPES_BY_USE, type ScopeUse } from "./scopes.ts";

export const createMissingAddPermission = () =>
  new MissingPermission("This account may not add pages to the Confluence space.", "write:page:confluence");

export const createMissingCommentPermission = () =>
  new MissingPermission(
    "This account may not comment on the page. Give it the permission “Add comments” of the Confluence space.",
    "write:comment:confluence",
  );

/** The gateway accepts the token, but the token's scopes do not cover the call. */
export class MissingScope extends MissingPermission {
  readonly use: ScopeUse;
  constructor(use: ScopeUse, isConnected: boolean, named: string = describeScopesOfUse(use)) {
    super(isConnected ? describeMissingGrant("Atlassian", named) : `The API token lacks ${named}.`, SCOPES_BY_USE[use]);
    this.use = use;
  }
}

export function expectOk(answer: HttpResponse): HttpResponse {
  const { status, isWrite } = answer;
  if (status >= 200 && status < 300) return answer;
  if (status === 401) throw new CredentialsRejected("Confluence does not accept this e-mail address and API token.");
  if (status === 403)
    throw new MissingPermission(
      "This account may not do that in Confluence.",
      isWrite ? "write:page:confluence" : "read:page:confluence",
    );
  if (status === 404) throw new NotFound("Confluence does not have it, or does not show it to this account.");
  if (status === 413) throw new Refused("The page is too large for Confluence.");
  // Status 409 means a conflict with another change, so a retry may succeed.
  if (status >= 400 && status < 500 && status !== 408 && status !== 409)
    throw new Refused(`Confluence refused the request (${status}).`);
  throw new Unreachable(`Confluence answered with an error (${status}).`, { mayHaveHappened: isWrite });
}

/**
 * Whether the title is taken. Confluence responds with status 400, and only the sentence 'A page with this title
 * already exists: …' shows the reason.
 */
export function isTitleClash({ status, text }: HttpResponse): boolean {
  return status === 400 && /title already exists/i.test(text);
}
