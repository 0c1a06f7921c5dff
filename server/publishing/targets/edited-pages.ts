import type { ListedPage } from "../../../connectors/wiki-pages.ts";
import { safeDatabaseError } from "../../db/pool.ts";
import { bindToWorkspace, type InScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { getKnowledgeIntegration, openKnowledgeConfig } from "../../integrations/index.ts";
import type { TargetConnection } from "../page-copies.ts";
import { checkPage, type PageEvent } from "./check-page.ts";
import { listChangedPages, markListedPages, startListingEdits } from "./edited-pages-queries.ts";

const MAX_CHECK_MS = 120_000;
/** The most pages that one run reads. The next run begins with the remaining pages. */
const PAGES_AT_ONCE = 100;
/**
 * The most portions of a list that are read. More pages hardly change in a quarter of an hour; the daily check finds
 * them.
 */
const MOST_PORTIONS = 40;

/**
 * Finds people's edits of our pages. Every 15 minutes, asks the platform for one list of changed pages, and checks our
 * pages on the list. Pages that a wiki's event named are checked without the list. Works even if the product does not
 * read people's own pages of this wiki.
 */
export async function checkEditedPages(
  deps: Pick<Deps, "db" | "connectors" | "secrets" | "events" | "queue" | "log">,
  { workspaceId, id }: { workspaceId: string; id: string },
  stopping: AbortSignal,
): Promise<PageEvent[]> {
  const inScope = bindToWorkspace(deps.db, workspaceId);
  const integration = await inScope((scope) => getKnowledgeIntegration(scope, id));
  const target = deps.connectors.targets[integration.type as keyof typeof deps.connectors.targets];
  if (!target || !integration.isActive) return [];
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(MAX_CHECK_MS)]);
  const happened: PageEvent[] = [];
  try {
    const openTarget = { integration, target, config: openKnowledgeConfig(deps.secrets, integration), signal };
    const editTimes = await markPagesOnList(inScope, openTarget);
    for (const row of await inScope((scope) => listChangedPages(scope, id, PAGES_AT_ONCE))) {
      const editedAt = editTimes.get(row.id) ?? null;
      const what = await checkPage(deps, inScope, openTarget, { row, editedAt });
      if (what) happened.push(what);
    }
  } catch (error) {
    // Ignores the error: the publisher reports the integration's trouble, and the next run tries again.
    if (!stopping.aborted)
      deps.log.warn({ err: safeDatabaseError(error), integrationId: id }, "Edited pages could not be looked for");
  }
  return happened;
}

/** Marks our pages that changed since the last list. Returns the times of their edits, if the platform returns them. */
async function markPagesOnList(
  inScope: InScope,
  { integration, target, config, signal }: TargetConnection,
): Promise<Map<string, Date>> {
  const since = await inScope((scope) => startListingEdits(scope, integration.id));
  const times = new Map<string, Date>();
  if (since === null || !target.listPages) return times;
  const isRecent = ({ editedAt }: ListedPage) => editedAt === null || editedAt >= since;
  let cursor: string | null = null;
  for (let portion = 0; portion < MOST_PORTIONS; portion++) {
    const { pages, next } = await target.listPages(config, { places: [], since, cursor }, signal);
    const recent = pages.filter(isRecent);
    const marked = await inScope((scope) => markListedPages(scope, integration.id, recent));
    for (const { id, editedAt } of marked) if (editedAt) times.set(id, new Date(editedAt));
    cursor = next;
    if (cursor === null) break;
  }
  return times;
}
