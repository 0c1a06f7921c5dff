import type { ListedPage } from "../../../connectors/wiki-pages.ts";
import { safeDatabaseError } from "../../db/pool.ts";
import { type InScope, scopeOf } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { getKnowledgeIntegration, openKnowledgeConfig } from "../../integrations/index.ts";
import type { OpenTarget } from "../page-copies.ts";
import { checkPage, type PageEvent } from "./check-page.ts";
import { beginEditsLook, listChangedPages, markListedPages } from "./edited-pages-queries.ts";

const LONGEST_LOOK_MS = 120_000;
/** The most pages read per run; the next run begins with the others. */
const PAGES_AT_ONCE = 100;
/** More pages than these portions hold do not change in a quarter of an hour; the daily check finds the others. */
const MOST_PORTIONS = 40;

/**
 * Notices people's edits of our pages: asks the platform every 15 minutes, with one list, which pages changed, and checks those of
 * ours. Pages that a wiki's event named are checked without the list. It works whether or not people's pages are read there.
 */
export async function checkEditedPages(
  deps: Pick<Deps, "db" | "connectors" | "secrets" | "events" | "queue" | "log">,
  { workspaceId, id }: { workspaceId: string; id: string },
  stopping: AbortSignal,
): Promise<PageEvent[]> {
  const inScope = scopeOf(deps.db, workspaceId);
  const integration = await inScope((scope) => getKnowledgeIntegration(scope, id));
  const target = deps.connectors.targets[integration.type as keyof typeof deps.connectors.targets];
  if (!target || !integration.isActive) return [];
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(LONGEST_LOOK_MS)]);
  const happened: PageEvent[] = [];
  try {
    const openTarget = { integration, target, config: openKnowledgeConfig(deps.secrets, integration), signal };
    const editTimes = await lookAtList(inScope, openTarget);
    for (const row of await inScope((scope) => listChangedPages(scope, id, PAGES_AT_ONCE))) {
      const editedAt = editTimes.get(row.id) ?? null;
      const what = await checkPage(deps, inScope, openTarget, { row, editedAt });
      if (what) happened.push(what);
    }
  } catch (error) {
    // The publisher reports the integration's trouble; the next run looks again.
    if (!stopping.aborted)
      deps.log.warn({ err: safeDatabaseError(error), integrationId: id }, "Edited pages could not be looked for");
  }
  return happened;
}

/** Marks our pages that changed since the last list. Returns the times of their edits, where the platform tells them. */
async function lookAtList(
  inScope: InScope,
  { integration, target, config, signal }: OpenTarget,
): Promise<Map<string, Date>> {
  const since = await inScope((scope) => beginEditsLook(scope, integration.id));
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
