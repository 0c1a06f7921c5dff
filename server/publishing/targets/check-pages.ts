import type { FoundPage } from "../../../connectors/knowledge-target.ts";
import { safeDatabaseError } from "../../db/pool.ts";
import { bindToWorkspace, type InScope, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { getKnowledgeIntegration, openKnowledgeConfig } from "../../integrations/index.ts";
import { updateClaimedPublication } from "../claim-queries.ts";
import { hasOnlyProductText } from "../known-content.ts";
import { buildPageContent } from "../page-content.ts";
import { archiveDecidedCopies, handlePageCopies, type TargetConnection } from "../page-copies.ts";
import type { PublicationRow } from "../queries.ts";
import { retryParkedPublications } from "../request-publications.ts";
import { checkPageNow } from "../retry-publication.ts";
import { lockArticle } from "../status-queries.ts";
import { clearTrouble, listPublicationsOnTarget, storeOrigin, storePagesKnownUntil } from "../target-queries.ts";
import { listCategoryPageIds } from "../tree/tree-queries.ts";
import { getSearchStart } from "../unrecorded-pages.ts";
import { checkPage } from "./check-page.ts";
import { listPagesToCheck } from "./check-pages-queries.ts";

/** The most pages of an integration that one run checks. The next run begins with the remaining pages. */
const PAGES_AT_ONCE = 200;

const MAX_CHECK_MS = 120_000;

/**
 * The greatest age, in days, of the copies that are searched for. Only calls with an unknown outcome leave copies, and
 * such copies are found within this time.
 */
const COPIES_OF_DAYS = 3;

const DAY_MS = 24 * 60 * 60 * 1000;

export interface PageCheckResult {
  looked: number;
  removed: number;
  restored: number;
  moved: number;
  /** The number of reviews that were closed, opened again or merged. */
  reviewed: number;
  edited: number;
  /** The number of pages on which people undid their edits. */
  unedited: number;
  copies: number;
}

/**
 * Checks an integration's pages. Marks removed and edited pages, updates restored pages and stores the new addresses of
 * moved pages. Archives additional pages with an article's marker, or asks a person about them.
 */
export async function checkPages(
  deps: Pick<Deps, "db" | "connectors" | "secrets" | "events" | "queue" | "log">,
  { workspaceId, id }: { workspaceId: string; id: string },
  stopping: AbortSignal,
): Promise<PageCheckResult> {
  const inScope = bindToWorkspace(deps.db, workspaceId);
  const counts: PageCheckResult = {
    looked: 0,
    removed: 0,
    restored: 0,
    moved: 0,
    reviewed: 0,
    edited: 0,
    unedited: 0,
    copies: 0,
  };
  const integration = await inScope((scope) => getKnowledgeIntegration(scope, id));
  const target = deps.connectors.targets[integration.type as keyof typeof deps.connectors.targets];
  if (!target || !integration.isActive) return counts;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(MAX_CHECK_MS)]);
  try {
    const stored = openKnowledgeConfig(deps.secrets, integration);
    const known: TargetConnection = { integration, target, config: stored, signal };
    const config = integration.trouble ? await clearTroubleIfRepaired(deps, inScope, known) : stored;
    const due = await inScope((scope) => listPagesToCheck(scope, id, PAGES_AT_ONCE));
    const openTarget = { integration, target, config, signal };
    for (const row of due) {
      const found = await checkPage(deps, inScope, openTarget, { row, editedAt: null });
      counts.looked += 1;
      if (found) counts[found] += 1;
    }
    counts.copies = await settleUnknownPages(deps, inScope, openTarget);
    await archiveDecidedCopies(deps, inScope, openTarget);
  } catch (error) {
    // Ignores the error: the publisher reports the integration's trouble, and the job's next run checks the pages
    // again.
    if (!stopping.aborted)
      deps.log.warn({ err: safeDatabaseError(error), integrationId: id }, "Pages could not be looked at");
  }
  return counts;
}

/**
 * Clears the integration's trouble once the platform accepts its credentials again, so that no person has to act.
 * Returns the config with the working origin. Throws if the platform still refuses the credentials.
 */
async function clearTroubleIfRepaired(
  deps: Pick<Deps, "events" | "queue">,
  inScope: InScope,
  { integration, target, config, signal }: TargetConnection,
): Promise<Record<string, string>> {
  const { origin } = await target.check(config, signal);
  await inScope(async (scope) => {
    if (origin !== config["origin"]) await storeOrigin(scope, integration, origin ?? null);
    await clearTrouble(scope, integration);
    await retryParkedPublications(deps, scope, integration.id);
    await deps.events.notify(scope, { type: "integration", id: integration.id });
  });
  const { origin: _before, ...rest } = config;
  return origin ? { ...rest, origin } : rest;
}

/** Finds pages with our marker that no row names. Pages of unfinished publications are left to the publisher. */
async function settleUnknownPages(
  deps: Pick<Deps, "events" | "queue" | "connectors">,
  inScope: InScope,
  openTarget: TargetConnection,
): Promise<number> {
  const { integration, target, config, signal } = openTarget;
  const startedAt = new Date();
  const { rows, since, parents } = await inScope(async (scope) => ({
    parents: await listCategoryPageIds(scope, integration.id),
    rows: await listPublicationsOnTarget(scope, integration.id),
    since: await getSearchStart(scope, integration),
  }));
  const known = new Set([...rows.flatMap(({ externalId }) => externalId ?? []), ...parents]);
  const createdAfter = new Date(Math.min(since.getTime(), Date.now() - COPIES_OF_DAYS * DAY_MS));
  const unknown = Map.groupBy(
    await target.listUnknown(config, { createdAfter, known, parents }, signal),
    ({ marker }) => marker,
  );
  let copies = 0;
  for (const row of rows) {
    const pages = unknown.get(row.marker) ?? [];
    unknown.delete(row.marker);
    if (pages.length === 0 || row.externalId === null || row.state === "queued" || row.state === "in-flight") continue;
    const content = await inScope((scope) => buildPageContent(deps.connectors, scope, row));
    const isOurs = (page: FoundPage) => hasOnlyProductText({ target, row, content }, page);
    // The publication's own page is gone, but another page of ours exists. The publisher adopts that page.
    if (row.state === "removed" && pages.some(isOurs))
      await inScope((scope) => requestAdoption(deps, scope, row, pages, isOurs));
    else copies += await handlePageCopies(deps, inScope, openTarget, { row, pages, isOnlyOurs: isOurs });
  }
  if (unknown.size === 0) await inScope((scope) => storePagesKnownUntil(scope, integration.id, startedAt));
  return copies;
}

async function requestAdoption(
  deps: Pick<Deps, "events" | "queue">,
  scope: WorkspaceScope,
  row: PublicationRow,
  pages: FoundPage[],
  isOurs: (page: FoundPage) => boolean,
): Promise<void> {
  const page = pages.find(isOurs);
  await lockArticle(scope, row.articleId);
  if (
    page &&
    (await updateClaimedPublication(scope, row, { externalId: page.externalId, url: page.url, trouble: null }))
  )
    await checkPageNow(deps, scope, { ...row, notice: null });
}
