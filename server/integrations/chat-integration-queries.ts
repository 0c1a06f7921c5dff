import { and, asc, eq, sql } from "drizzle-orm";
import { channels, chatIntegrations, type StoredFieldProof } from "../db/schema.ts";
import { prepareStatement } from "../db/statement.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { notFound } from "../errors.ts";

export type ChatIntegrationRow = typeof chatIntegrations.$inferSelect;
type ChatChange = Partial<Omit<ChatIntegrationRow, "workspaceId" | "id">>;

export const listChatIntegrations = prepareStatement(({ workspaceId, tx }: WorkspaceScope) =>
  tx
    .select()
    .from(chatIntegrations)
    .where(eq(chatIntegrations.workspaceId, workspaceId))
    .orderBy(asc(chatIntegrations.createdAt), asc(chatIntegrations.id)),
);

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
 * Stores a test's result and returns the present row. Stores nothing if other credentials were entered since the test.
 * Replaces only the test's own proofs, because a request may have proven another credential.
 */
export async function storeChatCheck(
  scope: WorkspaceScope,
  tested: ChatIntegrationRow,
  found: Omit<ChatChange, "proofs">,
  proofs: { forgotten: string[]; found: Record<string, StoredFieldProof> } | null,
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

/** Stores that an incoming request proves a secret. Returns false if that was already stored. */
export async function storeRequestProof(
  { workspaceId, tx }: WorkspaceScope,
  { id, secrets }: Pick<ChatIntegrationRow, "id" | "secrets">,
  field: string,
  proof: StoredFieldProof,
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
 * Sets the team of channels that were added before the team was known. If the team already has a row for the same
 * channel, the channel stays unchanged.
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

/**
 * Deletes the integration and returns its OAuth grant. Its channels stay with their messages, but are no longer
 * monitored.
 */
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
