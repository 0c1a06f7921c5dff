import type { FastifyReply, FastifyRequest } from "fastify";
import { can, explainWhoMay, type Permission } from "../../../shared/domain/access.ts";
import { KEY_SCOPE_NAMES, type KeyScope } from "../../../shared/domain/api-keys.ts";
import { inWorkspaceAs, inWorkspaceAsEverybody, type ReaderScope } from "../../db/audience.ts";
import type { Database } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError, forbidden } from "../../errors.ts";
import { getNetwork } from "../../http/network.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { hashToken } from "../../workspace/index.ts";
import { isAddressInNetworks } from "./addresses.ts";
import { findKeyByHash, type KeyRow } from "./key-queries.ts";

const PER_KEY = { limit: 600, windowSeconds: 60 };
const WRONG_KEYS = { limit: 60, windowSeconds: 60 };

/** A program that calls with an API key, or an app that a person connected, with its permissions and audience. */
export type Program = Pick<
  KeyRow,
  "id" | "workspaceId" | "name" | "scopes" | "audience" | "createdBy" | "membership"
> & { kind: "key" | "app"; request: { ip: string; requestId: string } };

/**
 * Returns a call's key, and counts the call against the limits. Refuses invalid and expired keys, and calls from IP
 * addresses that the key does not allow.
 */
export async function checkKey(
  { db, payment }: Pick<Deps, "db" | "payment">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Program> {
  const [, token] = /^Bearer +(lk_[\w-]{20,100})$/i.exec(request.headers.authorization ?? "") ?? [];
  const key = token ? await findKeyByHash(db, hashToken(token)) : null;
  if (!key) {
    await enforceRateLimit(db, `key ip ${getNetwork(request.ip)}`, WRONG_KEYS);
    throw new AppError("not-signed-in", "Give a valid key of the API as Authorization: Bearer.");
  }
  request.aboutAccount = key.createdBy;
  await countCall(db, key.id, reply);
  if (key.addresses.length > 0 && !isAddressInNetworks(request.ip, key.addresses))
    throw forbidden("This key cannot be used from this address.");
  if (key.isUnpaid && payment) throw new AppError("forbidden", "Account expired", { subscriptionExpired: true });
  return { ...key, kind: "key", request: { ip: request.ip, requestId: request.id } };
}

/** Counts a call of one key or app. Refuses calls beyond the limit, and sends the remaining number in the headers. */
export async function countCall(db: Database, id: string, reply: FastifyReply): Promise<void> {
  const { hits, secondsLeft } = await enforceRateLimit(db, `key ${id}`, PER_KEY);
  reply.headers({
    "ratelimit-limit": PER_KEY.limit,
    "ratelimit-remaining": PER_KEY.limit - hits,
    "ratelimit-reset": secondsLeft,
  });
}

/** Throws unless the key has the scope and its creator still has the permission. */
export function requireScope(program: Program, scope: KeyScope, needs: Permission): void {
  if (!program.scopes.includes(scope))
    throw forbidden(`This key lacks the scope ‘${scope}’: ${KEY_SCOPE_NAMES[scope]}.`);
  if (!can(program, ...needs)) throw forbidden(explainWhoMay(...needs));
}

/** Runs `work` in one transaction with the key's reading rights. */
export const inWorkspaceOfProgram = <T>(
  db: Database,
  { workspaceId, audience, createdBy }: Program,
  work: (scope: ReaderScope) => Promise<T>,
): Promise<T> =>
  audience === "everybody"
    ? inWorkspaceAsEverybody(db, workspaceId, work)
    : inWorkspaceAs(db, { workspaceId, userId: createdBy }, work);
