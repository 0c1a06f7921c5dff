import { createHash } from "node:crypto";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Statement } from "../../../shared/domain/article.ts";
import { conversations, inboxItems } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

export type ItemRow = typeof inboxItems.$inferSelect;

const isOf = ({ workspaceId }: WorkspaceScope, articleId: string) =>
  and(eq(inboxItems.workspaceId, workspaceId), eq(inboxItems.articleId, articleId));
const isItem = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(inboxItems.workspaceId, workspaceId), eq(inboxItems.id, id));

/** Open and decided. The article is locked: nobody else changes them. */
export function listItemsOf(scope: WorkspaceScope, articleId: string, where?: SQL): Promise<ItemRow[]> {
  return scope.tx
    .select()
    .from(inboxItems)
    .where(and(isOf(scope, articleId), where))
    .orderBy(inboxItems.createdAt, inboxItems.id);
}

/** From conversations of which `isShown` says it, given the channel. */
export const saidWhere = (isShown: (channelId: SQL) => SQL): SQL => sql`not exists (select from conversations c
  where c.workspace_id = ${inboxItems.workspaceId} and c.id = ${inboxItems.conversationId}
    and not (${isShown(sql`c.channel_id`)}))`;

export async function insertItem(
  { tx, workspaceId }: WorkspaceScope,
  item: Omit<typeof inboxItems.$inferInsert, "workspaceId">,
): Promise<void> {
  await tx.insert(inboxItems).values({ ...item, workspaceId });
}

export async function updateItem(
  scope: WorkspaceScope,
  id: string,
  change: Partial<Pick<ItemRow, "state" | "fresh" | "known" | "confidence" | "conversationId" | "subject">>,
): Promise<void> {
  await scope.tx.update(inboxItems).set(change).where(isItem(scope, id));
}

export async function deleteItem(scope: WorkspaceScope, id: string): Promise<void> {
  await scope.tx.delete(inboxItems).where(isItem(scope, id));
}

export async function findItem(scope: WorkspaceScope, id: string): Promise<ItemRow | null> {
  const [row] = await scope.tx.select().from(inboxItems).where(isItem(scope, id));
  return row ?? null;
}

export async function listItemsById(scope: WorkspaceScope, ids: string[]): Promise<ItemRow[]> {
  if (ids.length === 0) return [];
  return scope.tx
    .select()
    .from(inboxItems)
    .where(and(eq(inboxItems.workspaceId, scope.workspaceId), inArray(inboxItems.id, ids)));
}

export async function countOpenProposals({ workspaceId, tx }: WorkspaceScope): Promise<number> {
  return tx.$count(
    inboxItems,
    and(eq(inboxItems.workspaceId, workspaceId), eq(inboxItems.kind, "proposal"), sql`${inboxItems.state} = 'open'`),
  );
}

/** The same statement is the same conflict. */
export const subjectOf = ({ form, text }: Pick<Statement, "form" | "text">) =>
  createHash("sha256").update(`${form} ${text}`).digest("base64url").slice(0, 22);

/** An empty fingerprint is equal to none. Whoever holds the conversation at the moment judges it anyway, and nobody waits for them. */
export async function judgeAgain({ workspaceId, tx }: WorkspaceScope, conversationId: string): Promise<void> {
  await tx.execute(sql`
    update ${conversations} set fingerprint = '' where (workspace_id, id) in (
      select workspace_id, id from ${conversations} where workspace_id = ${workspaceId} and id = ${conversationId}
      for update skip locked)`);
}
