import type { FoundPage } from "../../connectors/knowledge-target.ts";
import type { InScope, WorkspaceScope } from "../db/workspace-scope.ts";
import { getKnowledgeIntegration, type KnowledgeIntegrationRow } from "../integrations/index.ts";
import type { OpenTarget } from "./page-copies.ts";
import { findWorkspaceStart, listPublicationsOnTarget, storePagesKnownUntil } from "./target-queries.ts";
import { listCategoryPageIds } from "./tree/tree-queries.ts";

/** The age, in days, up to which pages are searched for after an older database was restored. */
const DAYS_LOOKED_BACK = 30;

/** While pages are lost, the platform is searched again after this time. */
const LOOK_AGAIN_MS = 60_000;

interface Look {
  /**
   * The time until which all pages were in the rows, according to the database. A smaller value later means that an older copy
   * was restored.
   */
  until: number;
  at: number;
  lost: FoundPage[];
}

/**
 * Finds pages with our markers that no row names, because an older database was restored. Each worker process has one instance,
 * which searches each integration once before it creates a page there, and again after another restore.
 */
export class LostPages {
  readonly #looks = new Map<string, Look>();

  async find(inScope: InScope, openTarget: OpenTarget, marker: string): Promise<FoundPage[]> {
    const integration = await inScope((scope) => getKnowledgeIntegration(scope, openTarget.integration.id));
    const before = this.#looks.get(integration.id);
    const isCurrent =
      before &&
      knownUntil(integration) >= before.until &&
      (before.lost.length === 0 || performance.now() - before.at < LOOK_AGAIN_MS);
    const look = isCurrent ? before : await lookFor(inScope, { ...openTarget, integration });
    this.#looks.set(integration.id, look);
    return look.lost.filter((page) => page.marker === marker);
  }

  /**
   * Called when the page is stored in its row. If no page is lost any longer, moves the known time forward, so that an older copy
   * of the database is recognised.
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

async function lookFor(inScope: InScope, { integration, target, config, signal }: OpenTarget): Promise<Look> {
  const startedAt = new Date();
  const { since, rows, parents } = await inScope(async (scope) => ({
    since: await getLookBackTime(scope, integration),
    parents: await listCategoryPageIds(scope, integration.id),
    rows: await listPublicationsOnTarget(scope, integration.id),
  }));
  const known = new Set([...rows.flatMap(({ externalId }) => externalId ?? []), ...parents]);
  const found = await target.listUnknown(config, { createdAfter: since, known, parents }, signal);
  const placed = new Set(rows.flatMap((row) => (row.externalId ? row.marker : [])));
  const lost = found.filter((page) => !placed.has(page.marker));
  const until =
    lost.length === 0
      ? await inScope((scope) => storePagesKnownUntil(scope, integration.id, startedAt))
      : knownUntil(integration);
  return { until, at: performance.now(), lost };
}

const knownUntil = ({ pagesKnownUntil }: KnowledgeIntegrationRow) => pagesKnownUntil?.getTime() ?? 0;

/** The time from which pages may be missing in the rows. */
export async function getLookBackTime(
  scope: WorkspaceScope,
  { pagesKnownUntil }: KnowledgeIntegrationRow,
): Promise<Date> {
  const earliest = Date.now() - DAYS_LOOKED_BACK * 24 * 3_600_000;
  const known = pagesKnownUntil ?? (await findWorkspaceStart(scope)) ?? new Date(0);
  return new Date(Math.max(known.getTime(), earliest));
}
