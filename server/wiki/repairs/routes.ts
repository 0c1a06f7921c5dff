import type { FastifyInstance } from "fastify";
import { placeOf } from "../../../connectors/wiki-repair.ts";
import { type WikiRepair, wikiRepairEndpoints } from "../../../shared/contract/wiki-repairs.ts";
import { inWorkspaceAs, type PersonScope, readInWorkspaceAs } from "../../db/audience.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid, notFound } from "../../errors.ts";
import { type EndpointRequest, serveEndpoints } from "../../http/routes.ts";
import { getKnowledgeIntegration } from "../../integrations/index.ts";
import { findPageToRepair, findRepairRow, insertRepair, listLatestRepairs } from "./repair-queries.ts";

type Order = EndpointRequest<(typeof wikiRepairEndpoints)["POST /api/wiki-repairs"]>["body"];

const LISTED = { days: 7, limit: 50 };
const WAITS = "Another change of this page is under way. Wait until it is made.";

export function wikiRepairRoutes(app: FastifyInstance, deps: Deps): void {
  serveEndpoints(app, wikiRepairEndpoints, {
    "POST /api/wiki-repairs": ({ viewer, body }) =>
      inWorkspaceAs(deps.db, viewer, async (scope) => viewOf(scope, await orderRepair(deps, scope, body))),

    "GET /api/wiki-repairs": ({ viewer }) =>
      readInWorkspaceAs(deps.db, viewer, async (scope) => (await listLatestRepairs(scope, LISTED)).map(viewFor(scope))),

    "GET /api/wiki-repairs/:id": ({ viewer, params }) =>
      readInWorkspaceAs(deps.db, viewer, (scope) => viewOf(scope, params.id)),

    "POST /api/wiki-repairs/:id/undo": ({ viewer, params }) =>
      inWorkspaceAs(deps.db, viewer, async (scope) => viewOf(scope, await orderUndo(scope, params.id))),
  });
}

/** Returns the id of the new repair. */
async function orderRepair(
  { connectors }: Pick<Deps, "connectors">,
  scope: PersonScope,
  order: Order,
): Promise<string> {
  const { pageId, version, position, kind, sentence, text, findingId } = order;
  const page = await findPageToRepair(scope, { pageId, version });
  if (!page) throw conflict("The page changed since it was shown, or is not read any more.");
  const { type } = await getKnowledgeIntegration(scope, page.integrationId);
  if (!connectors.targets[type as keyof typeof connectors.targets]?.repair)
    throw invalid("Pages of this platform cannot be changed from here.");
  const index = page.passages.findIndex((passage) => passage.position === position);
  const passage = page.passages[index];
  if (!passage) throw invalid("The page has no such passage.");
  if (passage.form !== "sentence") throw invalid("Tables and code are changed on the page itself.");
  const at = placeOf(page.passages, index, sentence ?? undefined);
  if (at.nth < 0) throw invalid("The passage does not have this sentence.");
  const change = { kind, at, text };
  const expectedVersion = version;
  const id = await insertRepair(scope, {
    pageId,
    expectedVersion,
    change,
    orderedBy: scope.reader,
    findingId,
    undoes: null,
  });
  if (id === null) throw conflict(WAITS);
  return id;
}

async function orderUndo(scope: PersonScope, repairId: string): Promise<string> {
  const found = await findRepairRow(scope, repairId);
  if (!found) throw notFound("change");
  const { repair } = found;
  if (!canUndo(found) || !repair.planned) throw conflict("This change cannot be taken back here.");
  const id = await insertRepair(scope, {
    pageId: repair.pageId,
    expectedVersion: null,
    change: { kind: "undo", edit: repair.planned.edit },
    orderedBy: scope.reader,
    findingId: null,
    undoes: repairId,
  });
  if (id === null) throw conflict(WAITS);
  return id;
}

type Found = NonNullable<Awaited<ReturnType<typeof findRepairRow>>>;

/** True for a change that is on the page. Reviewers refuse one that is still in review. */
const canUndo = ({ repair, undone }: Found) =>
  repair.state === "applied" && repair.planned !== null && repair.undoes === null && !undone;

async function viewOf(scope: PersonScope, id: string): Promise<WikiRepair> {
  const found = await findRepairRow(scope, id);
  if (!found) throw notFound("change");
  return viewFor(scope)(found);
}

const viewFor =
  (scope: PersonScope) =>
  (found: Found): WikiRepair => {
    const { repair, pageTitle, pageUrl } = found;
    const { id, pageId, state, planned, url, trouble, undoes, findingId, change } = repair;
    // Until they are on the page, the words are the chat's, which readers of the page may not be allowed to read.
    const shown = state === "applied" || state === "in-review" ? planned?.shown : undefined;
    return {
      id,
      pageId,
      pageTitle,
      state,
      findingId,
      version: repair.expectedVersion,
      orderedAt: repair.createdAt.toISOString(),
      text: change.kind !== "undo" && repair.orderedBy === scope.reader ? change.text : null,
      before: shown?.before ?? null,
      after: shown?.after ?? null,
      url: url ?? pageUrl,
      trouble,
      undoes,
      canUndo: canUndo(found),
    };
  };
