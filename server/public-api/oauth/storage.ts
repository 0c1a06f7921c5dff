import { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import type { Database } from "../../db/workspace-scope.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { hashToken } from "../../workspace/index.ts";
import { formatAccountId, parseAccountId } from "./account-id.ts";
import { buildClientMetadata } from "./client-metadata.ts";
import * as queries from "./oauth-queries.ts";

/** Removes the code, token or cookie from the payload, because the row is found by its hash. */
function withoutName(given: AdapterPayload): Record<string, unknown> {
  const { jti: _, ...payload } = given;
  return payload;
}

const epoch = (moment: Date) => Math.floor(moment.getTime() / 1000);

/** Methods that the authorization server never calls. */
const UNUSED = {
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
  upsert: async () => undefined,
  find: async () => undefined,
};

/**
 * The authorization server's storage in PostgreSQL. It contains only hashes of the values that programs and browsers
 * have.
 */
export function createOAuthStorage(db: Database): (model: string) => Adapter {
  return (model) => {
    if (model === "Client") return clients(db);
    if (model === "Interaction") return requests(db);
    if (model === "Grant") return grants(db);
    if (model === "AuthorizationCode" || model === "AccessToken" || model === "RefreshToken") return tokens(db, model);
    // The product has its own sessions, so the library's session is discarded.
    return UNUSED;
  };
}

const clients = (db: Database): Adapter => ({
  ...UNUSED,
  find: async (id) => {
    const client = await queries.findClient(db, id);
    return client ? buildClientMetadata(client) : undefined;
  },
});

const requests = (db: Database): Adapter => ({
  ...UNUSED,
  // The id is the browser's cookie value and part of the return URL, so a placeholder is stored in the URL.
  upsert: async (id, { returnTo, ...rest }, seconds = 0) => {
    const payload = { ...withoutName(rest), returnTo: String(returnTo).replace(id, PLACE_OF_ID) };
    await queries.saveRequest(db, hashToken(id), payload, seconds);
  },
  find: async (id) => {
    const payload = await queries.findRequest(db, hashToken(id));
    if (!payload) return undefined;
    return { ...payload, jti: id, returnTo: String(payload["returnTo"]).replace(PLACE_OF_ID, id) } as AdapterPayload;
  },
  destroy: (id) => queries.deleteRequest(db, hashToken(id)),
});
const PLACE_OF_ID = ":id";

/** The library does not create grants, because the consent page does (`consent.ts`). */
const grants = (db: Database): Adapter => ({
  ...UNUSED,
  find: async (id) => {
    const grant = await queries.findGrant(db, id);
    return grant
      ? ({
          jti: grant.id,
          kind: "Grant",
          accountId: formatAccountId(grant),
          clientId: grant.clientId,
          iat: epoch(grant.createdAt),
          exp: epoch(grant.expiresAt),
          resources: { [grant.resource]: grant.scopes.join(" ") },
        } as AdapterPayload)
      : undefined;
  },
  destroy: (id) => queries.endGrant(db, id),
});

const tokens = (db: Database, kind: queries.TokenKind): Adapter => ({
  ...UNUSED,
  upsert: async (id, payload, seconds = 0) => {
    const person = parseAccountId(payload.accountId);
    const { grantId } = payload;
    if (!person || !grantId) throw new Error("A token belongs to a person and a grant.");
    const token = { idHash: hashToken(id), kind, grantId, payload: withoutName(payload), seconds };
    const isKept = await inWorkspace(db, person.workspaceId, (scope) => queries.insertToken(scope, token));
    if (!isKept) throw new errors.InvalidGrant("the connection has ended");
  },
  find: async (id) => {
    const found = await queries.findToken(db, kind, hashToken(id));
    if (!found) return undefined;
    return { ...found.payload, jti: id, ...(found.consumedAt && { consumed: epoch(found.consumedAt) }) };
  },
  consume: async (id) => {
    if (!(await queries.consumeToken(db, hashToken(id)))) throw new errors.InvalidGrant("used already");
  },
  destroy: (id) => queries.deleteToken(db, hashToken(id)),
  revokeByGrantId: (grantId) => queries.deleteTokensOfGrant(db, kind, grantId),
});
