import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import type { ServicenowState, StandInRecord, StandInUser } from "./state.ts";

const content = {
  short_description: z.string().optional(),
  text: z.string().optional(),
  workflow_state: z.enum(["draft", "review", "published", "retired"]).optional(),
};
const newRecord = z.strictObject({ ...content, kb_knowledge_base: z.string() });
const change = z.strictObject(content);

const MISSING = "No Record found";
const HIDDEN = "Record doesn't exist or ACL restricts the record retrieval";

interface TableParameters {
  sysparm_query?: string;
  sysparm_fields?: string;
  sysparm_limit?: string;
  sysparm_offset?: string;
}

/** ServiceNow's Table API: https://www.servicenow.com/docs/csh?topicname=c_TableAPI.html */
export function restRoutes(app: FastifyInstance, state: ServicenowState): void {
  tokenRoute(app, state);
  readRoutes(app, state);
  historyRoute(app, state);
  writeRoutes(app, state);
}

/** https://www.servicenow.com/docs/r/platform-security/authentication/client-credentials.html */
function tokenRoute(app: FastifyInstance, state: ServicenowState): void {
  app.post<{ Body: Record<string, string | undefined> }>("/oauth_token.do", async ({ body }, reply) => {
    const { grant_type: kind, client_id: id, client_secret: secret } = body ?? {};
    const found = state.users.find(({ client }) => client && client.id === id && client.secret === secret);
    if (kind !== "client_credentials" || !found)
      return reply.code(401).send({ error: "server_error", error_description: "access_denied" });
    const token = randomBytes(32).toString("base64url");
    state.tokens.set(token, found);
    return { access_token: token, scope: "useraccount", token_type: "Bearer", expires_in: 1799 };
  });
}

function readRoutes(app: FastifyInstance, state: ServicenowState): void {
  app.get("/api/now/table/sys_user", async (request, reply) => {
    const visitor = userOf(state, request, reply);
    if (!visitor) return reply;
    return answer(
      request,
      state.users.map(({ userName, name }) => ({ user_name: userName, name })),
      { "javascript:gs.getUserName()": visitor.userName },
    );
  });

  app.get("/api/now/table/kb_knowledge_base", async (request, reply) => {
    if (!userOf(state, request, reply)) return reply;
    return answer(
      request,
      state.bases.filter(({ isHidden }) => !isHidden).map(({ sys_id, title }) => ({ sys_id, title })),
    );
  });

  app.get("/api/now/table/kb_category", async (request, reply) => {
    if (!userOf(state, request, reply)) return reply;
    return answer(
      request,
      state.categories.map((one) => ({ ...one })),
    );
  });

  app.get("/api/now/table/kb_knowledge", async (request, reply) => {
    if (!userOf(state, request, reply)) return reply;
    return answer(
      request,
      shown(state).map((record) => row(state, record)),
    );
  });
}

function historyRoute(app: FastifyInstance, state: ServicenowState): void {
  app.get("/api/now/table/sys_audit", async (request, reply) => {
    const visitor = userOf(state, request, reply);
    if (!visitor) return reply;
    if (visitor.seesHistory === false)
      return refuse(reply, 403, "User Not Authorized", "Failed API level ACL Validation");
    return answer(
      request,
      state.history.map((one) => ({ ...one })),
    );
  });
}

function writeRoutes(app: FastifyInstance, state: ServicenowState): void {
  app.post("/api/now/table/kb_knowledge", async (request, reply) => {
    const visitor = userOf(state, request, reply, "write");
    if (!visitor) return reply;
    const parsed = newRecord.safeParse(request.body);
    if (!parsed.success) return refuse(reply, 400, "Exception while reading request", "The payload is not valid.");
    const { short_description = "", text = "", workflow_state = "draft", kb_knowledge_base } = parsed.data;
    if (!state.bases.some(({ sys_id, isHidden }) => sys_id === kb_knowledge_base && !isHidden))
      return refuse(reply, 403, "Operation Failed", "ACL Exception Insert Failed due to security constraints");
    const made = state.create({ short_description, text, workflow_state, kb_knowledge_base }, visitor.userName);
    return reply.code(201).send({ result: fieldsOf(request, row(state, made)) });
  });

  app.patch("/api/now/table/kb_knowledge/:id", async (request, reply) => {
    const visitor = userOf(state, request, reply, "write");
    if (!visitor) return reply;
    const { id } = request.params as { id: string };
    const record = shown(state).find(({ sys_id }) => sys_id === id);
    if (!record) return refuse(reply, 404, MISSING, HIDDEN);
    const parsed = change.safeParse(request.body);
    if (!parsed.success) return refuse(reply, 400, "Exception while reading request", "The payload is not valid.");
    if (state.isVersioned && record.workflow_state === "published")
      return refuse(reply, 403, "Operation Failed", "ACL Exception Update Failed due to security constraints");
    const mayWrite = ([key]: [string, unknown]) =>
      !state.frozenFields.has(key) || record.workflow_state !== "published";
    const written = Object.fromEntries(Object.entries(defined(parsed.data)).filter(mayWrite));
    state.change(record, written, visitor.userName);
    return { result: fieldsOf(request, row(state, record)) };
  });
}

const shown = (state: ServicenowState) =>
  state.records.filter(
    ({ isDeleted, kb_knowledge_base: base }) =>
      !isDeleted && state.bases.some(({ sys_id, isHidden }) => sys_id === base && !isHidden),
  );

/** Returns the user who makes the call; null after it has sent a refusal. */
function userOf(
  state: ServicenowState,
  request: FastifyRequest,
  reply: FastifyReply,
  toDo: "read" | "write" = "read",
): StandInUser | null {
  const [, encoded = ""] = /^Basic (.+)$/.exec(request.headers.authorization ?? "") ?? [];
  const [, token = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
  const given = Buffer.from(encoded, "base64").toString();
  const found = token
    ? state.tokens.get(token)
    : state.users.find(({ userName, password }) => given === `${userName}:${password}`);
  if (!found) {
    refuse(reply, 401, "User Not Authenticated", "Required to provide Auth information");
    return null;
  }
  if (toDo === "read" || found.mayContribute !== false) return found;
  refuse(reply, 403, "Operation Failed", "ACL Exception Update Failed due to security constraints");
  return null;
}

/** Builds a row of the table. Every value is a string. Without versioning, the row has no `latest`. */
function row(state: ServicenowState, record: StandInRecord): Record<string, string> {
  const shownFields = Object.entries(record).filter(
    ([key]) => key !== "isDeleted" && (state.isVersioned || key !== "latest"),
  );
  return Object.fromEntries(shownFields.map(([key, value]) => [key, String(value)]));
}

const defined = <Given extends object>(given: Given) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/**
 * Filters and sorts rows by the query of the request. `scripts` contains the results of conditions that the instance
 * would execute.
 */
function answer(request: FastifyRequest, rows: Record<string, string>[], scripts: Record<string, string> = {}) {
  const {
    sysparm_query: query = "",
    sysparm_limit: limit = "10000",
    sysparm_offset: offset = "0",
  } = request.query as TableParameters;
  const from = Number(offset);
  const asked = Object.entries(scripts).reduce((text, [script, value]) => text.replaceAll(script, value), query);
  const found = selected(rows, asked).slice(from, from + Number(limit));
  return { result: found.map((one) => fieldsOf(request, one)) };
}

/** Applies the conditions and the sorting of an encoded query. A doubled '^' means the character itself. */
function selected(rows: Record<string, string>[], query: string): Record<string, string>[] {
  const parts = query.split(/(?<!\^)\^(?!\^)/).map((part) => part.replaceAll("^^", "^"));
  const orders = parts.flatMap((part) => {
    const [, desc, key = ""] = /^ORDERBY(DESC)?(\w+)$/.exec(part) ?? [];
    return key ? { key, sign: desc ? 1 : -1 } : [];
  });
  const conditions = parts.filter((part) => part !== "" && !part.startsWith("ORDERBY")).map(conditionOf);
  return rows
    .filter((one) => conditions.every((holds) => holds(one)))
    .toReversed()
    .sort((one, other) => {
      for (const { key, sign } of orders) {
        const order = sign * (other[key] ?? "").localeCompare(one[key] ?? "");
        // Records of the same second keep the order of their creation, because ids are random here.
        if (order !== 0 && key !== "sys_id") return order;
      }
      return 0;
    });
}

function conditionOf(part: string): (row: Record<string, string>) => boolean {
  const [, key = "", operator = "", value = ""] = /^(\w+?)(!=|>=|=|LIKE|IN)(.*)$/s.exec(part) ?? [];
  if (operator === "IN") return (row) => value.split(",").includes(row[key] ?? "");
  if (operator === "!=") return (row) => row[key] !== value;
  if (operator === ">=") return (row) => (row[key] ?? "") >= value;
  if (operator === "LIKE") return (row) => (row[key] ?? "").toLowerCase().includes(value.toLowerCase());
  return (row) => row[key] === value;
}

function fieldsOf(request: FastifyRequest, row: Record<string, string>): Record<string, string> {
  const { sysparm_fields: wanted } = request.query as TableParameters;
  if (!wanted) return row;
  return Object.fromEntries(wanted.split(",").flatMap((key) => (key in row ? [[key, row[key] ?? ""]] : [])));
}

function refuse(reply: FastifyReply, status: number, message: string, detail: string): FastifyReply {
  return reply.code(status).send({ error: { message, detail }, status: "failure" });
}
