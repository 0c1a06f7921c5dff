import { CredentialsRejected, MissingPermission, NotFound, Refused, Unreachable } from "../errors.ts";
import type { HttpResponse } from "../http.ts";
import { describeMissingScope, describeRefusedGrant } from "../oauth.ts";

export const NOT_SHARED =
  "Notion does not show the parent page to this integration: share the page with it under Connections.";

/** Notion's names for the permissions about comments. https://developers.notion.com/reference/capabilities */
export type CommentCapability = "read comments" | "insert comments";

const describeCapability = (capability: CommentCapability) =>
  `the capability “${capability[0]?.toUpperCase()}${capability.slice(1)}”`;

export const createMissingCommentCapability = (capability: CommentCapability) =>
  new MissingPermission(
    `The Notion integration lacks ${describeCapability(capability)}. Give it that at notion.so/my-integrations.`,
    capability,
  );

/**
 * Throws the error for a refused OAuth connection. People cannot enter a token there, and only the operator can change
 * the app's capabilities.
 */
export function throwIfRefused({ status, isWrite }: HttpResponse, capability?: CommentCapability): void {
  if (status === 401) throw describeRefusedGrant("Notion");
  if (status === 403 && capability) throw describeMissingScope("Notion", describeCapability(capability), capability);
  if (status === 403)
    throw new MissingPermission(
      "The app of this installation may not do that in Notion: its operator gives it the capabilities to read, insert and update content. Then press Connect again.",
      isWrite ? "insert content" : "read content",
    );
}

/** https://developers.notion.com/reference/status-codes */
export function expectOk(answer: HttpResponse, capability?: CommentCapability): HttpResponse {
  const { status, isWrite } = answer;
  if (status >= 200 && status < 300) return answer;
  if (status === 401) throw new CredentialsRejected("Notion does not accept this integration token.");
  if (status === 403 && capability) throw createMissingCommentCapability(capability);
  if (status === 403)
    throw new MissingPermission(
      "The Notion integration may not do that: give it the capabilities to read, insert and update content.",
      isWrite ? "insert content" : "read content",
    );
  if (status === 404) throw new NotFound("Notion does not have it, or does not show it to this integration.");
  // Status 409 means a conflict inside Notion. Notion's documentation asks for a retry.
  if (status >= 400 && status < 500 && status !== 408 && status !== 409)
    throw new Refused(`Notion refused the request (${status}).`);
  throw new Unreachable(`Notion answered with an error (${status}).`, { mayHaveHappened: isWrite });
}
