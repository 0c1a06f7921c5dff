import type { FoundPage } from "../../connectors/knowledge-target.ts";
import type { InScope, WorkspaceScope } from "../db/workspace-scope.ts";
import { getKnowledgeIntegration, type KnowledgeIntegrationRow } from "../integrations/index.ts";
import { listContainers } from "../wiki/nearby/index.ts";
import type { TargetConnection } from "./page-copies.ts";
import { findWorkspaceStart, listPublicationsOnTarget, storePagesKnownUntil } from "./target-queries.ts";
import { listCategoryPageIds } from "./tree/tree-queries.ts";

/** The greatest age, in days, of the pages that are searched for after an older copy of the database was restored. */
const DAYS_LOOKED_BACK = 30;

/** The time after which the platform is searched again while pages are still missing in the database. */
const LOOK_AGAIN_MS = 60_000;

interface SearchResult {
  /**
   * All pages until this time were in the rows, by the database. If the database later names an earlier time, an older
   * copy was restored.
   */
  until: number;
  at: number;
  lost: FoundPage[];
}

/**
 * Finds pages with our markers that no row names, because an older copy of the database was restored. Each worker
 * process has one instance. The instance searches each integration once before it creates a page there, and again after
 * another restore.
 */
export class UnrecordedPages {
  readonly #looks = new Map<string, SearchResult>();

  async find(inScope: InScope, openTarget: TargetConnection, marker: string): Promise<FoundPage[]> {
    const integration = await inScope((scope) => getKnowledgeIntegration(scope, openTarget.integration.id));
    const before = this.#looks.get(integration.id);
    const isCurrent =
      before &&
      knownUntil(integration) >= before.until &&
      (before.lost.length === 0 || performance.now() - before.at < LOOK_AGAIN_MS);
    const look = isCurrent ? before : await searchUnrecordedPages(inScope, { ...openTarget, integration });
    this.#looks.set(integration.id, look);
    return look.lost.filter((page) => page.marker === marker);
  }

  /**
   * Called when the page is stored in its row. If no page is missing in the rows any longer, stores a later known time,
   * so that the restore of an older copy is recognised.
   */
  async stored(scope: WorkspaceScope, integrationId: string, externalId: string): Promise<void> {
    const look = this.#looks.get(integrationId);
    if (!look) return;
    const lost = look.lost.filter((page) => page.externalId !== externalId);
    if (lost.length > 0) return void this.#looks.set(integrationId, { ...look, lost });
    const until = await storePagesKnownUntil(scope, integrationId, "now");
    this.#looks.set(integrationId, { ...look, lost, until });
  }
}

async function searchUnrecordedPages(
  inScope: InScope,
  { integration, target, config, signal }: TargetConnection,
): Promise<SearchResult> {
  const startedAt = new Date();
  const { since, rows, parents, containers } = await inScope(async (scope) => ({
    containers: await listContainers(scope, integration.id),
    since: await getSearchStart(scope, integration),
    parents: await listCategoryPageIds(scope, integration.id),
    rows: await listPublicationsOnTarget(scope, integration.id),
  }));
  const known = new Set([...rows.flatMap(({ externalId }) => externalId ?? []), ...parents]);
  const found = await target.listUnknown(config, { createdAfter: since, known, parents, containers }, signal);
  const placed = new Set(rows.flatMap((row) => (row.externalId ? row.marker : [])));
  const lost = found.filter((page) => !placed.has(page.marker));
  const until =
    lost.length === 0
      ? await inScope((scope) => storePagesKnownUntil(scope, integration.id, startedAt))
      : knownUntil(integration);
  return { until, at: performance.now(), lost };
}

const knownUntil = ({ pagesKnownUntil }: KnowledgeIntegrationRow) => pagesKnownUntil?.getTime() ?? 0;

/** The time from which on pages may be missing in the rows. */
export async function getSearchStart(
  scope: WorkspaceScope,
  { pagesKnownUntil }: KnowledgeIntegrationRow,
): Promise<Date> {
  const earliest = Date.now() - DAYS_LOOKED_BACK * 24 * 3_600_000;
  const known = pagesKnownUntil ?? (await findWorkspaceStart(scope)) ?? new Date(0);
  return new Date(Math.max(known.getTime(), earliest));
}
