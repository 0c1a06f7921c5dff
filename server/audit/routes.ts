import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { auditEndpoints } from "../../shared/contract/audit.ts";
import { readInWorkspaceAs } from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import { serveEndpoints } from "../http/routes.ts";
import { listEntries } from "./audit-queries.ts";
import { exportEntries } from "./export-entries.ts";
import { findRowNames } from "./name-queries.ts";
import { viewAuditEntry } from "./views.ts";

const PAGE = 100;

export function auditRoutes(app: FastifyInstance, { db }: Deps): void {
  serveEndpoints(app, auditEndpoints, {
    "GET /api/audit": ({ viewer, query: { before, ...filter } }) =>
      readInWorkspaceAs(db, viewer, async (scope) => {
        const rows = await listEntries(scope, filter, { before, limit: PAGE + 1 });
        const entries = rows.slice(0, PAGE).map(viewAuditEntry);
        const names = await findRowNames(
          scope,
          entries.flatMap(({ thingIds }) => thingIds),
        );
        return { entries, names, hasOlder: rows.length > PAGE };
      }),

    "GET /api/audit/export": async ({ viewer, query, reply }) => {
      const { fileName, contentType, parts } = exportEntries(db, viewer.workspaceId, query);
      reply.type(contentType).header("content-disposition", `attachment; filename="${fileName}"`);
      // A stream is sent unchanged, without the answer's schema.
      return reply.send(Readable.from(parts, { objectMode: false })) as never;
    },
  });
}
