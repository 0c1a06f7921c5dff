import { and, asc, eq, isNotNull, notInArray, sql } from "drizzle-orm";
import { articles, knowledgeIntegrations, publications } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { notFound } from "../errors.ts";

export type KnowledgeIntegrationRow = typeof knowledgeIntegrations.$inferSelect;
type KnowledgeChange = Partial<Omit<KnowledgeIntegrationRow, "workspaceId" | "id">>;

export async function listKnowledgeIntegrations({
  workspaceId,
  tx,
}: WorkspaceScope): Promise<KnowledgeIntegrationRow[]> {
  return tx
    .select()
    .from(knowledgeIntegrations)
    .where(eq(knowledgeIntegrations.workspaceId, workspaceId))
    .orderBy(asc(knowledgeIntegrations.createdAt), asc(knowledgeIntegrations.id));
}

export async function getKnowledgeIntegration(
  { workspaceId, tx }: WorkspaceScope,
  id: string,
): Promise<KnowledgeIntegrationRow> {
  const [row] = await tx
    .select()
    .from(knowledgeIntegrations)
    .where(and(eq(knowledgeIntegrations.workspaceId, workspaceId), eq(knowledgeIntegrations.id, id)));
  if (!row) throw notFound("integration");
  return row;
}

export async function insertKnowledgeIntegration(
  { tx }: WorkspaceScope,
  values: typeof knowledgeIntegrations.$inferInsert,
): Promise<KnowledgeIntegrationRow> {
  const [row] = await tx.insert(knowledgeIntegrations).values(values).returning();
  if (!row) throw new Error("An insert always returns its row");
  return row;
}

export async function updateKnowledgeIntegration(
  { workspaceId, tx }: WorkspaceScope,
  id: string,
  change: KnowledgeChange,
): Promise<KnowledgeIntegrationRow> {
  const [row] = await tx
    .update(knowledgeIntegrations)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(eq(knowledgeIntegrations.workspaceId, workspaceId), eq(knowledgeIntegrations.id, id)))
    .returning();
  if (!row) throw notFound("integration");
  return row;
}

/**
 * Stores a check's result and returns the present row. Stores nothing if somebody changed the settings since the check.
 * A failed check does not change the origin.
 */
export async function storeKnowledgeCheck(
  scope: WorkspaceScope,
  checked: KnowledgeIntegrationRow,
  found: { trouble: string | null; origin?: string | null },
): Promise<KnowledgeIntegrationRow> {
  const { id, apiKeySealed, baseUrl, spaceId, settings } = checked;
  const [row] = await scope.tx
    .update(knowledgeIntegrations)
    .set({ ...found, updatedAt: sql`now()` })
    .where(
      and(
        eq(knowledgeIntegrations.workspaceId, scope.workspaceId),
        eq(knowledgeIntegrations.id, id),
        eq(knowledgeIntegrations.apiKeySealed, apiKeySealed),
        eq(knowledgeIntegrations.baseUrl, baseUrl),
        eq(knowledgeIntegrations.spaceId, spaceId),
        eq(knowledgeIntegrations.settings, settings),
      ),
    )
    .returning();
  return row ?? getKnowledgeIntegration(scope, id);
}

/** Deletes the integration and returns its OAuth grant. */
export async function deleteKnowledgeIntegration(
  { workspaceId, tx }: WorkspaceScope,
  id: string,
): Promise<Pick<KnowledgeIntegrationRow, "grantId" | "type">> {
  const [gone] = await tx
    .delete(knowledgeIntegrations)
    .where(and(eq(knowledgeIntegrations.workspaceId, workspaceId), eq(knowledgeIntegrations.id, id)))
    .returning({ grantId: knowledgeIntegrations.grantId, type: knowledgeIntegrations.type });
  if (!gone) throw notFound("integration");
  return gone;
}

/** The number of articles with a page on this integration. While there are any, the destination cannot change. */
export function countPages({ workspaceId, tx }: WorkspaceScope, integrationId: string): Promise<number> {
  return tx.$count(
    publications,
    and(
      eq(publications.workspaceId, workspaceId),
      eq(publications.integrationId, integrationId),
      isNotNull(publications.publishedVersion),
    ),
  );
}

/** The number of visible articles on each integration. Removed, held and trashed articles do not count. */
export async function countArticlesByIntegration({ workspaceId, tx }: WorkspaceScope): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: publications.integrationId, many: sql<number>`count(*)::int` })
    .from(publications)
    .innerJoin(
      articles,
      and(eq(articles.workspaceId, publications.workspaceId), eq(articles.id, publications.articleId)),
    )
    .where(
      and(
        eq(publications.workspaceId, workspaceId),
        isNotNull(publications.publishedVersion),
        notInArray(publications.state, ["removed", "forgotten", "held"]),
        eq(articles.state, "stands"),
      ),
    )
    .groupBy(publications.integrationId);
  return new Map(rows.map((row) => [row.id, row.many]));
}

/** The number of pages whose newest change waits for a review. */
export const countOpenReviews = ({ workspaceId, tx }: WorkspaceScope, integrationId: string): Promise<number> =>
  tx.$count(
    publications,
    and(
      eq(publications.workspaceId, workspaceId),
      eq(publications.integrationId, integrationId),
      sql`${publications.review} ->> 'state' = 'open'`,
    ),
  );

interface ReaderChannel extends Record<string, unknown> {
  id: string;
  name: string;
}

/** The private channels whose members read an integration's target, by the integration's id. */
export async function listReaderChannels({ workspaceId, tx }: WorkspaceScope): Promise<Map<string, ReaderChannel[]>> {
  const { rows } = await tx.execute<ReaderChannel & { of: string }>(sql`
    select k.id as of, a.channel_id as id, a.name from knowledge_integrations k
    join channel_audiences a on a.workspace_id = k.workspace_id and a.channel_id = any(k.reader_channels)
    where k.workspace_id = ${workspaceId} order by a.name, a.channel_id`);
  return new Map(
    Map.groupBy(rows, (row) => row.of)
      .entries()
      .map(([of, list]) => [of, list.map(({ id, name }) => ({ id, name }))]),
  );
}

/** Lists the private channels among these channels, with their names. */
export async function listPrivateChannels(
  { workspaceId, tx }: WorkspaceScope,
  ids: string[],
): Promise<ReaderChannel[]> {
  const { rows } = await tx.execute<ReaderChannel>(sql`
    select channel_id as id, name from channel_audiences
    where workspace_id = ${workspaceId} and channel_id = any(${sql.param(ids)}::uuid[]) and not is_public order by name`);
  return rows;
}
