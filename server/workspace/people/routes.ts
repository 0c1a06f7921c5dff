import type { FastifyInstance } from "fastify";
import { peopleEndpoints } from "../../../shared/contract/people.ts";
import { BRAND } from "../../../shared/domain/brand.ts";
import { recordChange } from "../../audit/index.ts";
import { readInWorkspaceAs } from "../../db/audience.ts";
import { inWorkspace, readInWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { CSV_BYTE_ORDER_MARK, formatCsvLine } from "../../http/csv.ts";
import { serveEndpoints } from "../../http/routes.ts";
import { sendPostmasterMail } from "./domain-mail.ts";
import { checkDomain, claimDomain, deleteMailDomain, listDomains } from "./mail-domains.ts";
import { type ListedPerson, listEverybody, listMembers } from "./member-queries.ts";
import { changeMembership, removeMember } from "./members.ts";

export function peopleRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  serveEndpoints(app, peopleEndpoints, {
    "GET /api/people": ({ viewer }) => readInWorkspaceAs(db, viewer, listMembers),
    "GET /api/people/export": async ({ viewer, request, reply }) => {
      const entry = {
        actor: "person" as const,
        doneBy: viewer.userId,
        action: "GET /api/people/export",
        thing: "people" as const,
        thingIds: [],
        ip: request.ip,
        requestId: request.id,
      };
      const { fileName, contentType, body } = buildPeopleFile(
        await inWorkspace(db, viewer.workspaceId, (scope) => recordChange(scope, entry, () => listEverybody(scope))),
      );
      return reply
        .type(contentType)
        .header("content-disposition", `attachment; filename="${fileName}"`)
        .send(body) as never;
    },
    "PATCH /api/people/:id": async ({ viewer, params, body }) => {
      await inWorkspace(db, viewer.workspaceId, (scope) =>
        changeMembership(deps, scope, viewer, { id: params.id, membership: body.membership }),
      );
      return { success: true as const };
    },
    "DELETE /api/people/:id": async ({ viewer, params, query }) => {
      const leaves = { id: params.id, articlesTo: query.articlesTo ?? null };
      const ended = await inWorkspace(db, viewer.workspaceId, (scope) => removeMember(deps, scope, viewer, leaves));
      for (const sessionHash of ended) app.closeStreams(sessionHash);
      return { success: true as const };
    },
    "GET /api/mail-domains": ({ viewer }) => readInWorkspace(db, viewer.workspaceId, listDomains),
    "POST /api/mail-domains": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, (scope) => claimDomain(scope, body.domain, viewer.userId)),
    "POST /api/mail-domains/:id/check": ({ viewer, params }) => checkDomain(deps, viewer, params.id),
    "POST /api/mail-domains/:id/mail": async ({ viewer, params, body }) => {
      await sendPostmasterMail(deps, viewer, { id: params.id, mailbox: body.mailbox });
      return { success: true as const };
    },
    "DELETE /api/mail-domains/:id": async ({ viewer, params }) => {
      await inWorkspace(db, viewer.workspaceId, (scope) => deleteMailDomain(deps, scope, params.id));
      return { success: true as const };
    },
  });
}

const COLUMNS = ["name", "address", "role", "state", "last seen", "joined"];

interface PeopleExport {
  fileName: string;
  contentType: string;
  body: string;
}

/** Builds the list for reviews of access: members, deactivated people and invited people. */
function buildPeopleFile(people: readonly ListedPerson[], now = new Date()): PeopleExport {
  const lines = people.map(({ name, email, membership, state, lastSeenAt, joinedAt }) =>
    formatCsvLine([name, email, membership, state, momentOf(lastSeenAt), momentOf(joinedAt)]),
  );
  return {
    fileName: `${BRAND.toLowerCase()}-people-${now.toISOString().slice(0, 10)}.csv`,
    contentType: "text/csv; charset=utf-8",
    body: CSV_BYTE_ORDER_MARK + formatCsvLine(COLUMNS) + lines.join(""),
  };
}

const momentOf = (at: Date | null) => (at ? at.toISOString() : "");
