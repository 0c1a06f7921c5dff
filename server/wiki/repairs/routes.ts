import type { FastifyInstance } from "fastify";
import { oneLine } from "../../../connectors/wiki-pages.ts";
import { findStatementPosition } from "../../../connectors/wiki-repair.ts";
import { type WikiRepair, wikiRepairEndpoints } from "../../../shared/contract/wiki-repairs.ts";
import { parseInline, toPlainText } from "../../../shared/markdown/parse-inline.ts";
import { inWorkspaceAs, type PersonScope, readInWorkspaceAs } from "../../db/audience.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid, notFound } from "../../errors.ts";
import { type EndpointRequest, serveEndpoints } from "../../http/routes.ts";
import { getKnowledgeIntegration } from "../../integrations/index.ts";
import { findOpenFinding } from "../findings/finding-queries.ts";
import { findPublicOrigin } from "../findings/finding-source-queries.ts";
import { describeTroubleForOthers, willUseOwnAccount } from "./acting-account.ts";
import { findPageToRepair, findRepairRow, hasOpenReview, insertRepair, listLatestRepairs } from "./repair-queries.ts";

type RepairChange = Parameters<typeof insertRepair>[1]["change"];
type RepairRequest = EndpointRequest<(typeof wikiRepairEndpoints)["POST /api/wiki-repairs"]>["body"];

const LISTED = { days: 7, limit: 50 };
const IN_REVIEW = "This change waits for its reviewers already.";
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
      inWorkspaceAs(deps.db, viewer, async (scope) => viewOf(scope, await orderUndo(deps, scope, params.id))),
  });
}

/** Returns the id of the new repair. */
async function orderRepair(
  deps: Pick<Deps, "connectors" | "connections">,
  scope: PersonScope,
  order: RepairRequest,
): Promise<string> {
  const { pageId, version, position, kind, way = "edit", sentence, text, findingId } = order;
  const isComment = way === "comment";
  if (findingId && (await hasOpenReview(scope, findingId))) throw conflict(IN_REVIEW);
  const page = await findPageToRepair(scope, { pageId, version });
  if (!page) throw conflict("The page changed since it was shown, or is not read any more.");
  const integration = await getKnowledgeIntegration(scope, page.integrationId);
  const { targets } = deps.connectors;
  const target = targets[integration.type as keyof typeof targets];
  if (isComment ? !target?.comment : !target?.repair)
    throw invalid(`Pages of this platform cannot be ${isComment ? "commented on" : "changed"} from here.`);
  const index = page.passages.findIndex((passage) => passage.position === position);
  const passage = page.passages[index];
  if (!passage) throw invalid("The page has no such passage.");
  if (!isComment && passage.form !== "sentence") throw invalid("Tables and code are changed on the page itself.");
  const at = findStatementPosition(page.passages, index, sentence ?? undefined);
  if (at.nth < 0) throw invalid("The passage does not have this sentence.");
  if (isComment && findingId) await refusePrivateWords(scope, findingId, order);
  const change: RepairChange = isComment
    ? { kind: "comment", about: kind, at, text: oneLine(text) }
    : { kind, at, text };
  const expectedVersion = version;
  const id = await insertRepair(scope, {
    pageId,
    expectedVersion,
    change,
    orderedBy: scope.reader,
    asPerson: await willUseOwnAccount(deps, scope, integration),
    findingId,
    undoes: null,
  });
  if (id === null) throw conflict(WAITS);
  return id;
}

/** A comment is for everybody who reads the page: no sentence of a channel that not everybody may read gets into one. */
async function refusePrivateWords(
  scope: PersonScope,
  findingId: string,
  { pageId, text }: RepairRequest,
): Promise<void> {
  const finding = await findOpenFinding(scope, findingId);
  if (finding?.pageId !== pageId) throw conflict("The finding was decided meanwhile.");
  if (await findPublicOrigin(scope, findingId)) return;
  const words = oneLine(text);
  const isQuote = finding.fresh.some((said) => words.includes(oneLine(toPlainText(parseInline(said.text)))));
  if (isQuote) throw invalid("This was said in a private channel. Write it in your own words.");
}

async function orderUndo(deps: Pick<Deps, "connections">, scope: PersonScope, repairId: string): Promise<string> {
  const found = await findRepairRow(scope, repairId);
  if (!found) throw notFound("change");
  const { repair } = found;
  if (!canUndo(found) || !repair.planned) throw conflict("This change cannot be taken back here.");
  const integration = await getKnowledgeIntegration(scope, found.integrationId);
  // The integration's account deletes the comments that it left itself, because nobody else can.
  const isOfIntegration = "comment" in repair.planned && !repair.asPerson;
  const id = await insertRepair(scope, {
    pageId: repair.pageId,
    expectedVersion: null,
    change:
      "comment" in repair.planned
        ? { kind: "uncomment", id: repair.planned.comment }
        : { kind: "undo", edit: repair.planned.edit },
    orderedBy: scope.reader,
    asPerson: !isOfIntegration && (await willUseOwnAccount(deps, scope, integration)),
    findingId: null,
    undoes: repairId,
  });
  if (id === null) throw conflict(WAITS);
  return id;
}

type FoundRepair = NonNullable<Awaited<ReturnType<typeof findRepairRow>>>;

/** True for a change or comment that is on the page. Reviewers refuse one that is still in review. */
const canUndo = ({ repair, undone }: FoundRepair) =>
  repair.state === "applied" && repair.planned !== null && repair.undoes === null && !undone;

async function viewOf(scope: PersonScope, id: string): Promise<WikiRepair> {
  const found = await findRepairRow(scope, id);
  if (!found) throw notFound("change");
  return viewFor(scope)(found);
}

const viewFor =
  (scope: PersonScope) =>
  (found: FoundRepair): WikiRepair => {
    const { repair, pageTitle, pageUrl, firstName, lastName, waits } = found;
    const { id, pageId, state, planned, url, trouble, declined, undoes, findingId, change } = repair;
    // Until they are on the page, the words are the chat's, which readers of the page may not be allowed to read.
    const shown = ["applied", "in-review", "declined"].includes(state) ? planned?.shown : undefined;
    const isComment = change.kind === "comment" || change.kind === "uncomment";
    return {
      id,
      way: isComment ? "comment" : "edit",
      pageId,
      pageTitle,
      state,
      findingId,
      version: repair.expectedVersion,
      orderedAt: repair.createdAt.toISOString(),
      orderedBy: firstName === null ? null : oneLine(`${firstName} ${lastName}`),
      text: "text" in change && repair.orderedBy === scope.reader ? change.text : null,
      before: shown?.before ?? null,
      after: shown?.after ?? null,
      url: url ?? pageUrl,
      trouble: trouble && repair.orderedBy !== scope.reader ? describeTroubleForOthers(trouble) : trouble,
      declined,
      undoes,
      canUndo: canUndo(found),
      waits,
    };
  };
