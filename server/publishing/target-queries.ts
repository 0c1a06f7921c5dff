import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, exists, ne, sql } from "drizzle-orm";
import { articles, knowledgeIntegrations, publications, workspaces } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

/** Locks articles with a publication on the integration whose status is not 'published'. */
export async function lockUnpublishedArticles(scope: WorkspaceScope, integrationId: string): Promise<string[]> {
  const on = whereOnTarget(scope, integrationId);
  const rows = await scope.tx
    .select({ id: articles.id })
    .from(articles)
    .where(
      and(
        eq(articles.workspaceId, scope.workspaceId),
        ne(articles.status, "published"),
        exists(scope.tx.select().from(publications).where(and(on, articleJoin))),
      ),
    )
    .orderBy(asc(articles.id))
    .for("update");
  return rows.map(({ id }) => id);
}

/**
 * Stores why publishing to the integration fails. Returns 'first' if no trouble was stored before. Returns 'outdated'
 * if the integration was repaired, switched off or removed since it was read; the failure is then ignored.
 */
export async function storePublishingTrouble(
  { workspaceId, tx }: WorkspaceScope,
  read: IntegrationRow,
  sentence: string,
): Promise<"first" | "known" | "outdated"> {
  const isIntegration = and(eq(knowledgeIntegrations.workspaceId, workspaceId), eq(knowledgeIntegrations.id, read.id));
  const [now] = await tx.select().from(knowledgeIntegrations).where(isIntegration).for("update");
  if (!now?.isActive || !isSamePublishingLocation(now, read)) return "outdated";
  if (now.trouble === sentence) return "known";
  await tx.update(knowledgeIntegrations).set({ trouble: sentence }).where(isIntegration);
  return "first";
}

/** Stores the origin at which the token was accepted, unless somebody changed these settings meanwhile. */
export async function storeOrigin(
  { workspaceId, tx }: WorkspaceScope,
  read: IntegrationRow,
  origin: string | null,
): Promise<void> {
  await tx
    .update(knowledgeIntegrations)
    .set({ origin })
    .where(
      and(
        eq(knowledgeIntegrations.workspaceId, workspaceId),
        eq(knowledgeIntegrations.id, read.id),
        eq(knowledgeIntegrations.apiKeySealed, read.apiKeySealed),
        eq(knowledgeIntegrations.baseUrl, read.baseUrl),
      ),
    );
}

/**
 * Clears the integration's trouble after an article was published, unless the trouble was stored after the integration
 * was read.
 */
export async function clearTrouble({ workspaceId, tx }: WorkspaceScope, read: IntegrationRow): Promise<void> {
  await tx
    .update(knowledgeIntegrations)
    .set({ trouble: null })
    .where(
      and(
        eq(knowledgeIntegrations.workspaceId, workspaceId),
        eq(knowledgeIntegrations.id, read.id),
        eq(knowledgeIntegrations.trouble, read.trouble ?? ""),
      ),
    );
}

export type IntegrationRow = typeof knowledgeIntegrations.$inferSelect;

export function listPublicationsOnTarget({ workspaceId, tx }: WorkspaceScope, integrationId: string) {
  return tx
    .select()
    .from(publications)
    .where(and(eq(publications.workspaceId, workspaceId), eq(publications.integrationId, integrationId)));
}

export async function deletePublicationsOnTarget(
  { workspaceId, tx }: WorkspaceScope,
  integrationId: string,
): Promise<void> {
  await tx
    .delete(publications)
    .where(and(eq(publications.workspaceId, workspaceId), eq(publications.integrationId, integrationId)));
}

export async function findWorkspaceStart({ workspaceId, tx }: WorkspaceScope): Promise<Date | null> {
  const [workspace] = await tx
    .select({ createdAt: workspaces.createdAt })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  return workspace?.createdAt ?? null;
}

/** Stores that all our pages created before `until` have a row. Returns the stored time in milliseconds. */
export async function storePagesKnownUntil(
  { workspaceId, tx }: WorkspaceScope,
  id: string,
  until: Date | "now",
): Promise<number> {
  const [row] = await tx
    .update(knowledgeIntegrations)
    .set({
      pagesKnownUntil: sql`greatest(pages_known_until, ${until === "now" ? sql`clock_timestamp()` : until}::timestamptz)`,
    })
    .where(and(eq(knowledgeIntegrations.workspaceId, workspaceId), eq(knowledgeIntegrations.id, id)))
    .returning({ pagesKnownUntil: knowledgeIntegrations.pagesKnownUntil });
  return row?.pagesKnownUntil?.getTime() ?? 0;
}

export const whereOnTarget = ({ workspaceId }: WorkspaceScope, integrationId: string) =>
  and(eq(publications.workspaceId, workspaceId), eq(publications.integrationId, integrationId));

export const articleJoin = and(
  eq(articles.workspaceId, publications.workspaceId),
  eq(articles.id, publications.articleId),
);

export const isSamePublishingLocation = (one: IntegrationRow, other: IntegrationRow) =>
  one.apiKeySealed === other.apiKeySealed &&
  one.baseUrl === other.baseUrl &&
  one.spaceId === other.spaceId &&
  isDeepStrictEqual(one.settings, other.settings) &&
  one.origin === other.origin;
