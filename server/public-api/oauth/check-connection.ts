import type { FastifyReply, FastifyRequest } from "fastify";
import { can } from "../../../shared/domain/access.ts";
import { KEY_SCOPE_NEEDS } from "../../../shared/domain/api-keys.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { hashToken } from "../../workspace/index.ts";
import { countCall, type Program } from "../keys/check-key.ts";
import { getTokenResource } from "./addresses.ts";
import { findConnectedApp } from "./connection-queries.ts";

/**
 * Finds the connection of a call's access token; null without a valid token. Read for each call, so that an ended
 * connection has no access.
 */
export async function checkAccessToken(
  { db, env, payment }: Pick<Deps, "db" | "env" | "payment">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Program | null> {
  const [, token] = /^Bearer +([\w-]{20,100})$/i.exec(request.headers.authorization ?? "") ?? [];
  const found = token ? await findConnectedApp(db, hashToken(token), getTokenResource(env.PUBLIC_URL)) : null;
  if (!found) return null;
  request.aboutAccount = found.createdBy;
  await countCall(db, found.id, reply);
  if (found.isUnpaid && payment) throw new AppError("forbidden", "Account expired", { subscriptionExpired: true });
  const scopes = found.scopes.filter((scope) => can(found, ...KEY_SCOPE_NEEDS[scope]));
  return { ...found, kind: "app", scopes, audience: "maker", request: { ip: request.ip, requestId: request.id } };
}
