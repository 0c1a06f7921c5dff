import { and, asc, eq, sql } from "drizzle-orm";
import { channels, chatIntegrations, knowledgeIntegrations, publications, type StoredProof } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { notFound } from "../errors.ts";

export type { SealedField } from "../db/schema.ts";
export type KnowledgeIntegrationRow = typeof knowledgeIntegrations.$inferSelect;
export type ChatIntegrationRow = typeof chatIntegrations.$inferSelect;
type KnowledgeChange = Partial<Omit<KnowledgeIntegrationRow, "workspaceId" | "id">>;
type ChatChange = Partial<Omit<ChatIntegrationRow, "workspaceId" | "id">>;

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
 * What a check of it found, unless somebody changed meanwhile what was checked. Answers the row as it is now. A check that
 * failed says nothing of the origin.
 */
export async function noteFound(
  scope: WorkspaceScope,
  checked: KnowledgeIntegrationRow,
  found: { trouble: string | null; origin?: string | null },
): Promise<KnowledgeIntegrationRow> {
  const { id, apiKeySealed, baseUrl, spaceId } = checked;
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
      ),
    )
    .returning();
  return row ?? getKnowledgeIntegration(scope, id);
}

/** Answers the grant that it was connected by. */
export async function deleteKnowledgeIntegration(
  { workspaceId, tx }: WorkspaceScope,
  id: string,
): Promise<string | null> {
  const gone = await tx
    .delete(knowledgeIntegrations)
    .where(and(eq(knowledgeIntegrations.workspaceId, workspaceId), eq(knowledgeIntegrations.id, id)))
    .returning({ grantId: knowledgeIntegrations.grantId });
  if (!gone[0]) throw notFound("integration");
  return gone[0].grantId;
}

/** How many articles each integration has published, by its id. */
export async function countPublishedArticles({ workspaceId, tx }: WorkspaceScope): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: publications.integrationId, articles: sql<number>`count(*)::int` })
    .from(publications)
    .where(and(eq(publications.workspaceId, workspaceId), sql`${publications.publishedVersion} is not null`))
    .groupBy(publications.integrationId);
  return new Map(rows.map((row) => [row.id, row.articles]));
}

export async function listChatIntegrations({ workspaceId, tx }: WorkspaceScope): Promise<ChatIntegrationRow[]> {
  return tx
    .select()
    .from(chatIntegrations)
    .where(eq(chatIntegrations.workspaceId, workspaceId))
    .orderBy(asc(chatIntegrations.createdAt), asc(chatIntegrations.id));
}

export async function getChatIntegration({ workspaceId, tx }: WorkspaceScope, id: string): Promise<ChatIntegrationRow> {
  const [row] = await tx
    .select()
    .from(chatIntegrations)
    .where(and(eq(chatIntegrations.workspaceId, workspaceId), eq(chatIntegrations.id, id)));
  if (!row) throw notFound("integration");
  return row;
}

export async function insertChatIntegration(
  { tx }: WorkspaceScope,
  values: typeof chatIntegrations.$inferInsert,
): Promise<ChatIntegrationRow> {
  const [row] = await tx.insert(chatIntegrations).values(values).returning();
  if (!row) throw new Error("An insert always returns its row");
  return row;
}

export async function updateChatIntegration(
  { workspaceId, tx }: WorkspaceScope,
  id: string,
  change: ChatChange,
): Promise<ChatIntegrationRow> {
  const [row] = await tx
    .update(chatIntegrations)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(eq(chatIntegrations.workspaceId, workspaceId), eq(chatIntegrations.id, id)))
    .returning();
  if (!row) throw notFound("integration");
  return row;
}

/**
 * What a test of it found, unless other credentials were entered meanwhile. Answers the row as it is now. Of the proofs only
 * the test's own are replaced: a request may have proven another one while the test was on its way.
 */
export async function noteChatFound(
  scope: WorkspaceScope,
  tested: ChatIntegrationRow,
  found: Omit<ChatChange, "proofs">,
  proofs: { forgotten: string[]; found: Record<string, StoredProof> } | null,
): Promise<ChatIntegrationRow> {
  const { workspaceId, tx } = scope;
  const merged =
    proofs &&
    sql`(${chatIntegrations.proofs} - ${sql.param(proofs.forgotten)}::text[]) || ${JSON.stringify(proofs.found)}::jsonb`;
  const [row] = await tx
    .update(chatIntegrations)
    .set({ ...found, ...(merged && { proofs: merged }), updatedAt: sql`now()` })
    .where(
      and(
        eq(chatIntegrations.workspaceId, workspaceId),
        eq(chatIntegrations.id, tested.id),
        eq(chatIntegrations.secrets, tested.secrets),
        eq(chatIntegrations.config, tested.config),
      ),
    )
    .returning();
  return row ?? getChatIntegration(scope, tested.id);
}

/** What a request that came in says of a secret; false when that is known already. */
export async function noteProof(
  { workspaceId, tx }: WorkspaceScope,
  { id, secrets }: Pick<ChatIntegrationRow, "id" | "secrets">,
  field: string,
  proof: StoredProof,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update chat_integrations
    set proofs = proofs || jsonb_build_object(${field}::text, ${JSON.stringify(proof)}::jsonb)
    where workspace_id = ${workspaceId} and id = ${id} and secrets->${field} = ${JSON.stringify(secrets[field])}::jsonb
      and proofs->${field}->>'state' is distinct from 'proven'
      and proofs->${field}->>'state' is distinct from ${proof.state}`);
  return (rowCount ?? 0) > 0;
}

/**
 * Gives the team to the integration's channels that were added before it was known. One stays without it when the same
 * channel of that team has a row already.
 */
export async function setTeamOfChannels(
  { workspaceId, tx }: WorkspaceScope,
  integrationId: string,
  teamId: string,
): Promise<void> {
  await tx.execute(sql`
    update channels set team_id = ${teamId}
    where workspace_id = ${workspaceId} and integration_id = ${integrationId} and team_id = ''
      and not exists (select from channels other
        where other.workspace_id = channels.workspace_id and other.platform = channels.platform
          and other.team_id = ${teamId} and other.external_id = channels.external_id)`);
}

/** Its channels stay with what was read from them, and stop being monitored. Answers the grant that it was connected by. */
export async function deleteChatIntegration({ workspaceId, tx }: WorkspaceScope, id: string): Promise<string | null> {
  await tx
    .update(channels)
    .set({ isActive: false })
    .where(and(eq(channels.workspaceId, workspaceId), eq(channels.integrationId, id)));
  const gone = await tx
    .delete(chatIntegrations)
    .where(and(eq(chatIntegrations.workspaceId, workspaceId), eq(chatIntegrations.id, id)))
    .returning({ grantId: chatIntegrations.grantId });
  if (!gone[0]) throw notFound("integration");
  return gone[0].grantId;
}

interface ReaderChannel extends Record<string, unknown> {
  id: string;
  name: string;
}

/** The private channels of which everybody who reads an integration is a member, by the integration's id. */
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

/** Of these channels those that are private, with their names. */
export async function listPrivateChannels(
  { workspaceId, tx }: WorkspaceScope,
  ids: string[],
): Promise<ReaderChannel[]> {
  const { rows } = await tx.execute<ReaderChannel>(sql`
    select channel_id as id, name from channel_audiences
    where workspace_id = ${workspaceId} and channel_id = any(${sql.param(ids)}::uuid[]) and not is_public order by name`);
  return rows;
}
