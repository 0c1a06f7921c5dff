import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JiraState } from "./state.ts";

/*
 * Atlassian's gateway (`https://api.atlassian.com/ex/jira/{cloudId}`). Only the gateway accepts API tokens with scopes,
 * and it accepts no other tokens.
 * https://developer.atlassian.com/cloud/jira/platform/scopes-for-oauth-2-3LO-and-forge-apps/
 */

export const GATEWAY_PREFIX = "/ex/jira/:cloudId";

export function guardGateway(gateway: FastifyInstance, state: JiraState): void {
  gateway.addHook("preHandler", async (request, reply) => {
    const account = findAccount(request, state, "gateway");
    if (!account?.scopes) return refuse(reply, "Unauthorized");
    if ((request.params as { cloudId: string }).cloudId !== state.cloudId) return refuse(reply, "Not Found", 404);
    if (account.scopes.includes(scopeOf(request))) return;
    reply.header("x-failure-category", "FAILURE_CLIENT_SCOPE_CHECK");
    return refuse(reply, "Unauthorized; scope does not match");
  });
}

function scopeOf({ method, url }: FastifyRequest): string {
  if (url.endsWith("/myself")) return "read:jira-user";
  return method === "GET" ? "read:jira-work" : "write:jira-work";
}

/**
 * Returns the account of a token. The site accepts only tokens without scopes, and the gateway only tokens with scopes.
 */
export function findAccount(request: FastifyRequest, { accounts }: JiraState, at: "gateway" | "here" = "here") {
  const [, encoded = ""] = /^Basic (.+)$/.exec(request.headers.authorization ?? "") ?? [];
  const given = Buffer.from(encoded, "base64").toString();
  const account = accounts.find(({ email, token }) => given === `${email}:${token}`);
  const isGateway = at === "gateway" || request.url.startsWith("/ex/jira/");
  return account && (account.scopes !== undefined) === isGateway ? account : undefined;
}

const refuse = (reply: FastifyReply, message: string, code = 401) => reply.code(code).send({ code, message });
