import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ConfluenceState } from "./state.ts";

/*
 * Atlassian's gateway (`https://api.atlassian.com/ex/confluence/{cloudId}`). Only the gateway accepts API tokens with
 * scopes, and it accepts no other tokens.
 * https://support.atlassian.com/confluence/kb/scoped-api-tokens-in-confluence-cloud
 */

/** For each call that our connector makes: the sets of scopes that permit it, from the published API descriptions. */
const SCOPES: Record<string, string[][]> = {
  "GET /wiki/rest/api/user/current": [["read:confluence-user"], ["read:content-details:confluence"]],
  "GET /wiki/api/v2/spaces": [["read:space:confluence"]],
  "GET /wiki/api/v2/spaces/:id/operations": [["read:space:confluence"]],
  "GET /wiki/api/v2/pages": [["read:page:confluence"]],
  "POST /wiki/api/v2/pages": [["write:page:confluence"]],
  "GET /wiki/api/v2/pages/:id": [["read:page:confluence"]],
  "PUT /wiki/api/v2/pages/:id": [["write:page:confluence"]],
  "PUT /wiki/rest/api/content/:id/move/:position/:targetId": [
    ["write:confluence-content"],
    ["read:content-details:confluence", "write:page:confluence"],
  ],
  "DELETE /wiki/api/v2/pages/:id": [["delete:page:confluence"]],
  "GET /wiki/api/v2/pages/:id/footer-comments": [["read:comment:confluence"]],
  "POST /wiki/api/v2/footer-comments": [["write:comment:confluence"]],
  "GET /wiki/api/v2/footer-comments/:id/children": [["read:comment:confluence"]],
  "DELETE /wiki/api/v2/footer-comments/:id": [["delete:comment:confluence"]],
  "GET /wiki/api/v2/pages/:id/labels": [["read:page:confluence"]],
  "GET /wiki/api/v2/pages/:id/properties": [["read:page:confluence"]],
  "POST /wiki/api/v2/pages/:id/properties": [["read:page:confluence", "write:page:confluence"]],
  "POST /wiki/rest/api/content/:id/label": [
    ["write:confluence-content"],
    ["read:label:confluence", "write:label:confluence"],
  ],
  "DELETE /wiki/rest/api/content/:id/label": [["write:confluence-content"], ["write:label:confluence"]],
};

export const GATEWAY_PREFIX = "/ex/confluence/:cloudId";

/** Rejects every call through the gateway with a token that lacks the call's scopes. */
export function guardGateway(gateway: FastifyInstance, state: ConfluenceState): void {
  gateway.addHook("preHandler", async (request, reply) => {
    const account = findAccount(request, state);
    if (!account?.scopes) return refuse(reply, 401, "Unauthorized");
    const { cloudId } = request.params as { cloudId: string };
    if (cloudId !== state.cloudId || account.isElsewhere) return refuse(reply, 404, "Not Found");
    const call = `${request.method} ${(request.routeOptions.url ?? "").replace(GATEWAY_PREFIX, "")}`;
    const has = new Set(account.scopes);
    if (SCOPES[call]?.some((needed) => needed.every((scope) => has.has(scope)))) return;
    reply.header("x-failure-category", "FAILURE_CLIENT_SCOPE_CHECK");
    return refuse(reply, 401, "Unauthorized; scope does not match");
  });
}

const bearerOf = ({ headers }: FastifyRequest) => /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "";

/** Returns the account of an API token, or of an OAuth token with the granted scopes. */
export function findAccount(
  request: FastifyRequest,
  { accounts, oauth }: Pick<ConfluenceState, "accounts" | "oauth">,
): ConfluenceState["accounts"][number] | undefined {
  const granted = oauth?.find(bearerOf(request));
  if (granted) {
    const account = accounts.find(({ email }) => email === granted.subject);
    return account && { ...account, scopes: granted.scopes };
  }
  const [, encoded = ""] = /^Basic (.+)$/.exec(request.headers.authorization ?? "") ?? [];
  const given = Buffer.from(encoded, "base64").toString();
  return accounts.find(({ email, token }) => given === `${email}:${token}`);
}

function refuse(reply: FastifyReply, code: number, message: string): FastifyReply {
  return reply.code(code).send({ code, message });
}
