import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { contract } from "../../shared/contract/contract.ts";
import type { Endpoint } from "../../shared/contract/endpoint.ts";
import { safeDatabaseError } from "../db/pool.ts";
import {
  inWorkspace,
  type RequestObserver,
  runWithRequestObserver,
  type WorkspaceScope,
} from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { insertEntry } from "./audit-queries.ts";
import { findIds, pickChangedFacts, pickPlainFacts } from "./facts.ts";
import { findRowToAudit, hasTransactionWritten, listInsertedRows, type RowToAudit, readFacts } from "./row-queries.ts";

/** The caller, if the caller is not a signed-in person. */
export interface AuditActor {
  workspaceId: string;
  actor: "directory";
  id: string;
}

declare module "fastify" {
  interface FastifyRequest {
    auditAs: AuditActor | null;
    auditEntry: PendingEntry | null;
  }
}

interface PendingEntry extends RequestObserver {
  isKept(): boolean;
  /** Stores the entry of a change that had no transaction of the workspace. */
  writeAlone(): Promise<void>;
}

/**
 * Records an entry for every call that changes a workspace. Those are the routes with `needs: ["change", …]`, which
 * every writing endpoint must have, and the writing calls of an identity provider's directory. The entry is part of the
 * first writing transaction, so every change has an entry. If there was no such transaction, the entry is stored before
 * the answer is sent.
 */
export function recordWrites(app: FastifyInstance, { db }: Pick<Deps, "db">): void {
  app.decorateRequest("auditAs", null);
  app.decorateRequest("auditEntry", null);
  app.addHook("preHandler", (request, _reply, done) => {
    const call = callOf(request);
    if (!call) return done();
    pendingEntry(db, call).then((entry) => {
      request.auditEntry = entry;
      runWithRequestObserver(entry, done);
    }, done);
  });
  app.addHook("onSend", async (request, reply, payload) => {
    const entry = request.auditEntry;
    if (entry && reply.statusCode < 400 && !entry.isKept())
      await entry.writeAlone().catch((error: unknown) => {
        request.log.error({ err: safeDatabaseError(error) }, "An audit entry could not be stored");
      });
    return payload;
  });
}

interface AuditedCall {
  workspaceId: string;
  actor: "person" | "directory";
  doneBy: string;
  action: string;
  thing: string;
  thingIds: string[];
  asked: Record<string, unknown> | null;
  row: RowToAudit | null;
  isNew: boolean;
  ip: string;
  requestId: string;
}

const READING = ["GET", "HEAD", "OPTIONS"];

function callOf(request: FastifyRequest): AuditedCall | null {
  const { method, viewer, auditAs, routeOptions, ip, id: requestId } = request;
  const [verb, ofRoute] = routeOptions.config.needs ?? [];
  const thing = auditAs ? "people" : ofRoute;
  if (READING.includes(method) || !thing || (!auditAs && verb !== "change")) return null;
  const by = auditAs ?? (viewer && { workspaceId: viewer.workspaceId, actor: "person" as const, id: viewer.userId });
  if (!by) return null;
  const action = `${method} ${routeOptions.url}`;
  const params = (request.params ?? {}) as Record<string, string>;
  const resource = auditAs ? "people" : ((routeOptions.url ?? "").split("/")[2] ?? "");
  const personId = by.actor === "person" ? by.id : null;
  const row = findRowToAudit({ workspaceId: by.workspaceId, resource, id: params["id"], personId });
  return {
    workspaceId: by.workspaceId,
    actor: by.actor,
    doneBy: by.id,
    action,
    thing,
    thingIds: findIds([params, request.body]),
    asked: pickPlainFacts(bodyOf(action), request.body),
    row,
    isNew: method === "POST" && row !== null && row.key === null,
    ip,
    requestId,
  };
}

const bodies = new Map<string, z.core.JSONSchema.BaseSchema | null>();
/** Returns the JSON schema of the request body that the contract declares for an action. */
function bodyOf(action: string): z.core.JSONSchema.BaseSchema | null {
  const known = bodies.get(action);
  if (known !== undefined) return known;
  const { body } = (contract as Record<string, Endpoint>)[action] ?? {};
  const schema = body ? z.toJSONSchema(body, { io: "input", unrepresentable: "any" }) : null;
  bodies.set(action, schema);
  return schema;
}

async function pendingEntry(db: Deps["db"], call: AuditedCall): Promise<PendingEntry> {
  const { workspaceId, row, isNew, thingIds, ...facts } = call;
  const before = row?.key ? await inWorkspace(db, workspaceId, (scope) => readFacts(scope, row)) : null;
  let state: "none" | "written" | "kept" = "none";

  async function write(scope: WorkspaceScope): Promise<void> {
    const made = row && isNew ? await listInsertedRows(scope, row) : [];
    const now = row?.key ? await readFacts(scope, row) : made.length === 1 ? (made[0] ?? null) : null;
    const madeIds = made.map(({ id }) => id).filter((id) => typeof id === "string");
    await insertEntry(scope, {
      ...facts,
      thingIds: [...new Set([...thingIds, ...madeIds])],
      ...pickChangedFacts(before, now),
    });
  }

  return {
    isKept: () => state === "kept",
    async beforeCommit(scope) {
      // A failed transaction rolled its entry back, so the next transaction writes the entry again.
      if (state === "kept" || scope.workspaceId !== workspaceId) return;
      state = "none";
      if (!(await hasTransactionWritten(scope))) return;
      await write(scope);
      state = "written";
    },
    committed() {
      if (state === "written") state = "kept";
    },
    async writeAlone() {
      state = "kept";
      await inWorkspace(db, workspaceId, write);
    },
  };
}
