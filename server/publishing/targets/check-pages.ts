import type { FoundPage } from "../../../connectors/knowledge-target.ts";
import { safeDatabaseError } from "../../db/pool.ts";
import { type InScope, scopeOf, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { getKnowledgeIntegration, openKnowledgeConfig } from "../../integrations/index.ts";
import { writeFenced } from "../claim-queries.ts";
import { isOnlyOurs } from "../known-content.ts";
import { getLookBackTime } from "../lost-pages.ts";
import { buildPageContent } from "../page-content.ts";
import { archiveDecidedCopies, type OpenTarget, settleCopies } from "../page-copies.ts";
import type { PublicationRow } from "../queries.ts";
import { retryParkedPublications } from "../request-publications.ts";
import { wakePublication } from "../retry-publication.ts";
import { lockArticle } from "../status-queries.ts";
import { clearTrouble, listPublicationsOnTarget, storeOrigin, storePagesKnownUntil } from "../target-queries.ts";
import { listCategoryPageIds } from "../tree/tree-queries.ts";
import { checkPage } from "./check-page.ts";
import { listPagesToCheck } from "./check-pages-queries.ts";

/** The most pages of an integration per run; the next run begins with the others. */
const PAGES_AT_ONCE = 200;

const LONGEST_LOOK_MS = 120_000;

/**
 * The age, in days, up to which copies are searched for. Only calls with an unknown outcome leave copies, and those are found
 * within this time.
 */
const COPIES_OF_DAYS = 3;

const DAY_MS = 24 * 60 * 60 * 1000;

export interface PageCheckResult {
  looked: number;
  removed: number;
  restored: number;
  moved: number;
  /** A review was closed or opened again, or the change was merged. */
  reviewed: number;
  edited: number;
  /** A person's edit of the page was undone there. */
  unedited: number;
  copies: number;
}

/**
 * Checks an integration's pages: marks removed and edited pages, updates restored ones, stores new addresses of moved ones, and archives or
 * asks about additional pages with an article's marker.
 */
export async function checkPages(
  deps: Pick<Deps, "db" | "connectors" | "secrets" | "events" | "queue" | "log">,
  { workspaceId, id }: { workspaceId: string; id: string },
  stopping: AbortSignal,
): Promise<PageCheckResult> {
  const inScope = scopeOf(deps.db, workspaceId);
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
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(LONGEST_LOOK_MS)]);
  try {
    const stored = openKnowledgeConfig(deps.secrets, integration);
    const known: OpenTarget = { integration, target, config: stored, signal };
    const config = integration.trouble ? await seeWhetherRepaired(deps, inScope, known) : stored;
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
    // The publisher reports the integration's trouble; the job's next run checks the pages again.
    if (!stopping.aborted)
      deps.log.warn({ err: safeDatabaseError(error), integrationId: id }, "Pages could not be looked at");
  }
  return counts;
}

/**
 * Clears the integration's trouble once the platform accepts its credentials again, so that nobody has to act. Throws if it does
 * not; returns the config with the working origin.
 */
async function seeWhetherRepaired(
  deps: Pick<Deps, "events" | "queue">,
  inScope: InScope,
  { integration, target, config, signal }: OpenTarget,
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

/** Finds pages with our marker that no row names. Leaves pages of unfinished publications to the publisher. */
async function settleUnknownPages(
  deps: Pick<Deps, "events" | "queue" | "connectors">,
  inScope: InScope,
  openTarget: OpenTarget,
): Promise<number> {
  const { integration, target, config, signal } = openTarget;
  const startedAt = new Date();
  const { rows, since, parents } = await inScope(async (scope) => ({
    parents: await listCategoryPageIds(scope, integration.id),
    rows: await listPublicationsOnTarget(scope, integration.id),
    since: await getLookBackTime(scope, integration),
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
    const isOurs = (page: FoundPage) => isOnlyOurs({ target, row, content }, page);
    // The publication's own page is gone but another one of ours exists, which the publisher adopts.
    if (row.state === "removed" && pages.some(isOurs))
      await inScope((scope) => adoptLater(deps, scope, row, pages, isOurs));
    else copies += await settleCopies(deps, inScope, openTarget, { row, pages, isOnlyOurs: isOurs });
  }
  if (unknown.size === 0) await inScope((scope) => storePagesKnownUntil(scope, integration.id, startedAt));
  return copies;
}

async function adoptLater(
  deps: Pick<Deps, "events" | "queue">,
  scope: WorkspaceScope,
  row: PublicationRow,
  pages: FoundPage[],
  isOurs: (page: FoundPage) => boolean,
): Promise<void> {
  const page = pages.find(isOurs);
  await lockArticle(scope, row.articleId);
  if (page && (await writeFenced(scope, row, { externalId: page.externalId, url: page.url, trouble: null })))
    await wakePublication(deps, scope, { ...row, notice: null });
}
