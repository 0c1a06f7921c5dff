import { and, eq, sql } from "drizzle-orm";
import type { FoundPage } from "../../connectors/knowledge-target.ts";
import { knowledgeIntegrations, publications, workspaces } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { KnowledgeIntegrationRow } from "../integrations/index.ts";
import type { OpenPlace } from "./page-copies.ts";

/** A database that is older is not made good for. */
const DAYS_LOOKED_BACK = 30;

/** What this process found on each integration, and up to when all pages were in the rows then. */
const looked = new Map<string, { until: number; lost: FoundPage[] }>();

/**
 * Pages that a database restored from an older copy does not know: they stand on the platform with our markers, and no row
 * names them. A process looks once for each integration before it makes a page there, and again when the rows have gone back
 * in time under it.
 */
export async function lostPages(
  within: <T>(work: (scope: WorkspaceScope) => Promise<T>) => Promise<T>,
  place: OpenPlace,
  marker: string,
): Promise<FoundPage[]> {
  const { integration } = place;
  const before = looked.get(integration.id);
  const isCurrent = before && knownUntil(integration) >= before.until;
  const { lost } = isCurrent ? before : await look(within, place);
  return lost.filter((page) => page.marker === marker);
}

async function look(within: <T>(work: (scope: WorkspaceScope) => Promise<T>) => Promise<T>, place: OpenPlace) {
  const { integration, target, config, signal } = place;
  const startedAt = new Date();
  const { since, rows } = await within(async (scope) => ({
    since: await lookBackTo(scope, integration),
    rows: await scope.tx
      .select({ marker: publications.marker, externalId: publications.externalId })
      .from(publications)
      .where(and(eq(publications.workspaceId, scope.workspaceId), eq(publications.integrationId, integration.id))),
  }));
  const known = new Set(rows.flatMap(({ externalId }) => externalId ?? []));
  const found = await target.listUnknown(config, { createdAfter: since, known }, signal);
  const ours = new Set(rows.map((row) => row.marker));
  const placed = new Set(rows.flatMap((row) => (row.externalId ? row.marker : [])));
  const allAreKnown = found.every((page) => ours.has(page.marker));
  if (allAreKnown) await within((scope) => noteAllKnown(scope, integration.id, startedAt));
  const result = {
    until: allAreKnown ? startedAt.getTime() : knownUntil(integration),
    lost: found.filter((page) => !placed.has(page.marker)),
  };
  looked.set(integration.id, result);
  return result;
}

const knownUntil = ({ pagesKnownUntil }: KnowledgeIntegrationRow) => pagesKnownUntil?.getTime() ?? 0;

/** From when on pages may be missing in the rows. */
export async function lookBackTo(
  { workspaceId, tx }: WorkspaceScope,
  { pagesKnownUntil }: KnowledgeIntegrationRow,
): Promise<Date> {
  const [workspace] = await tx
    .select({ createdAt: workspaces.createdAt })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  const earliest = Date.now() - DAYS_LOOKED_BACK * 24 * 3_600_000;
  const known = pagesKnownUntil ?? workspace?.createdAt ?? new Date(0);
  return new Date(Math.max(known.getTime(), earliest));
}

/** Every page of ours that was made before stands in a row. */
export async function noteAllKnown({ workspaceId, tx }: WorkspaceScope, id: string, until: Date): Promise<void> {
  await tx
    .update(knowledgeIntegrations)
    .set({ pagesKnownUntil: sql`greatest(pages_known_until, ${until})` })
    .where(and(eq(knowledgeIntegrations.workspaceId, workspaceId), eq(knowledgeIntegrations.id, id)));
}
