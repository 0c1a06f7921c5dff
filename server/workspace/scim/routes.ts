import type { FastifyInstance, FastifyReply } from "fastify";
import { provisioningEndpoints } from "../../../shared/contract/provisioning.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { parseJsonAs } from "../../http/body-parser.ts";
import { toErrorResponse } from "../../http/error-responses.ts";
import { getNetwork } from "../../http/network.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { serveEndpoints } from "../../http/routes.ts";
import {
  buildListResponse,
  buildServiceProviderConfig,
  buildUserResourceType,
  buildUserSchema,
  MOST_RESULTS,
} from "./discovery.ts";
import { parseFilter } from "./filter.ts";
import { applyPatch } from "./patch.ts";
import { addPerson, changePerson, removePerson, type ScimCaller } from "./people.ts";
import { getPerson, listPeople } from "./people-queries.ts";
import { createValueError, ScimError } from "./scim-error.ts";
import {
  createScimToken,
  findProvisioningRefusal,
  findScimToken,
  getScimUrl,
  readProvisioning,
  revokeToken,
} from "./tokens.ts";
import {
  buildUserResource,
  listPersonAttributes,
  readAttributes,
  readPersonValues,
  USER_SCHEMA,
} from "./user-resource.ts";

const JSON_TYPE = "application/scim+json";
/** The limit for calls per token; Entra ID makes 25 calls a second. */
const PER_TOKEN = { limit: 1500, windowSeconds: 60 };
const WRONG_TOKENS = { limit: 60, windowSeconds: 60 };

declare module "fastify" {
  interface FastifyRequest {
    /** The workspace of a SCIM token, and the rights of the token's creator in it. */
    scim: ScimCaller;
  }
}

/** Routes for the workspace's admins: tokens and figures. */
export function provisioningRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  serveEndpoints(app, provisioningEndpoints, {
    "GET /api/provisioning": ({ viewer }) =>
      inWorkspace(db, viewer.workspaceId, (scope) => readProvisioning(deps, scope)),
    "POST /api/provisioning/tokens": ({ viewer }) =>
      inWorkspace(db, viewer.workspaceId, (scope) => createScimToken(deps, scope, viewer.userId)),
    "DELETE /api/provisioning/tokens/:id": async ({ viewer, params }) => {
      const token = { id: params.id, by: viewer.userId };
      await inWorkspace(db, viewer.workspaceId, (scope) => revokeToken(deps, scope, token));
      return { success: true as const };
    },
  });
}

/** Routes for the identity provider: SCIM 2.0 (RFC 7644) at /scim/v2. */
export async function scimRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(
    async (scim) => {
      parseJsonAs(scim, JSON_TYPE);
      answerInScim(scim);
      scim.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));
      discovery(scim, getScimUrl(deps));
      await scim.register(async (users) => {
        checkTokens(users, deps);
        userRoutes(users, deps);
      });
    },
    { prefix: "/scim/v2" },
  );
}

const send = (reply: FastifyReply, body: object) =>
  reply.type(`${JSON_TYPE}; charset=utf-8`).send(JSON.stringify(body));

function answerInScim(scim: FastifyInstance): void {
  const refuse = (reply: FastifyReply, status: number, detail: string, scimType?: string) =>
    send(reply.code(status), {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
      status: String(status),
      ...(scimType && { scimType }),
      detail,
    });
  scim.setErrorHandler((error, request, reply) => {
    if (error instanceof ScimError) return refuse(reply, error.status, error.message, error.scimType);
    const { status, message, retryAfterSeconds } = toErrorResponse(error, request.id);
    if (status >= 500) request.log.error({ err: error }, "A request failed");
    if (retryAfterSeconds) reply.header("retry-after", retryAfterSeconds);
    return refuse(reply, status, message, status === 400 ? "invalidSyntax" : undefined);
  });
  scim.setNotFoundHandler((_request, reply) => refuse(reply, 404, "This address does not exist."));
}

function discovery(scim: FastifyInstance, baseUrl: string): void {
  const [config, type, schema] = [
    buildServiceProviderConfig(baseUrl),
    buildUserResourceType(baseUrl),
    buildUserSchema(baseUrl),
  ];
  const answers: Record<string, object> = {
    "/ServiceProviderConfig": config,
    "/ResourceTypes": buildListResponse([type]),
    "/ResourceTypes/User": type,
    "/Schemas": buildListResponse([schema]),
    [`/Schemas/${USER_SCHEMA.replaceAll(":", "::")}`]: schema,
  };
  for (const [path, answer] of Object.entries(answers)) scim.get(path, (_request, reply) => send(reply, answer));
}

/** Checks the token before the body is read, so that a stranger's body is never parsed. */
function checkTokens(users: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  users.decorateRequest("scim");
  users.addHook("onRequest", async (request, reply) => {
    const [, token] = /^Bearer +([\w-]{1,200})$/i.exec(request.headers.authorization ?? "") ?? [];
    const found = token ? await findScimToken(db, token) : null;
    if (!found) {
      await enforceRateLimit(db, `scim ip ${getNetwork(request.ip)}`, WRONG_TOKENS);
      reply.header("www-authenticate", 'Bearer realm="SCIM"');
      throw new ScimError(401, "Give a valid provisioning token as Authorization: Bearer.");
    }
    await enforceRateLimit(db, `scim ${found.id}`, PER_TOKEN);
    const refusal = await inWorkspace(db, found.workspaceId, (scope) => findProvisioningRefusal(deps, scope));
    if (refusal) throw new ScimError(403, refusal);
    request.scim = found;
    request.auditAs = { workspaceId: found.workspaceId, actor: "directory", id: found.id };
  });
}

interface OfOne {
  Params: { id: string };
}

function userRoutes(users: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const baseUrl = getScimUrl(deps);
  const signOut = (sessions: string[]) => {
    for (const session of sessions) users.closeStreams(session);
  };

  users.get<{ Querystring: Record<string, unknown> }>("/Users", async ({ scim, query }, reply) => {
    const startIndex = Math.max(1, wholeNumber(query["startIndex"], "startIndex", 1));
    const limit = Math.min(MOST_RESULTS, Math.max(0, wholeNumber(query["count"], "count", 100)));
    const { filter = "" } = query;
    if (typeof filter !== "string" || filter.length > 1000)
      throw new ScimError(400, "This filter is not understood.", "invalidFilter");
    const equalities = parseFilter(filter);
    const { total, people } = await inWorkspace(db, scim.workspaceId, (scope) =>
      listPeople(scope, { filter: equalities, offset: startIndex - 1, limit }),
    );
    const resources = people.map((person) => buildUserResource(person, baseUrl));
    return send(reply, buildListResponse(resources, { total, startIndex }));
  });

  users.get<OfOne>("/Users/:id", async ({ scim, params }, reply) => {
    const person = await inWorkspace(db, scim.workspaceId, (scope) => getPerson(scope, params.id));
    return send(reply, buildUserResource(person, baseUrl));
  });

  users.post("/Users", async ({ scim, body }, reply) => {
    const person = await addPerson(deps, scim, readPersonValues(readAttributes(body)));
    const resource = buildUserResource(person, baseUrl);
    return send(reply.code(201).header("location", resource.meta.location), resource);
  });

  users.put<OfOne>("/Users/:id", async ({ scim, params, body }, reply) => {
    const attributes = readAttributes(body);
    const { person, endedSessions } = await changePerson(deps, scim, params.id, (before) =>
      readPersonValues(attributes, before),
    );
    signOut(endedSessions);
    return send(reply, buildUserResource(person, baseUrl));
  });

  users.patch<OfOne>("/Users/:id", async ({ scim, params, body }, reply) => {
    const { person, endedSessions } = await changePerson(deps, scim, params.id, (before) => {
      const attributes = listPersonAttributes(before);
      applyPatch(attributes, body);
      return readPersonValues(attributes, before);
    });
    signOut(endedSessions);
    return send(reply, buildUserResource(person, baseUrl));
  });

  users.delete<OfOne>("/Users/:id", async ({ scim, params }, reply) => {
    signOut(await removePerson(deps, scim, params.id));
    return reply.code(204).send();
  });
}

function wholeNumber(value: unknown, name: string, otherwise: number): number {
  if (value === undefined || value === "") return otherwise;
  if (typeof value !== "string" || !/^-?\d{1,9}$/.test(value))
    throw createValueError(`${name} must be a whole number.`);
  return Number(value);
}
