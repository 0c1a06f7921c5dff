import { and, desc, eq, inArray, ne, sql } from "drizzle-orm";
import { conversations } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

type ConversationRow = typeof conversations.$inferSelect;
export type ConversationArticle = Pick<ConversationRow, "articleId" | "isEvidence">;

const whereConversation = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(conversations.workspaceId, workspaceId), eq(conversations.id, id));
/** SQL condition: the conversation confirms the article. */
const whereOfArticle = ({ workspaceId }: WorkspaceScope, articleId: string) =>
  and(eq(conversations.workspaceId, workspaceId), eq(conversations.articleId, articleId));
/** Locks a conversation. If two workers have judged it, the second one then finds the first one's article. */
export async function lockConversation(scope: WorkspaceScope, id: string) {
  const { articleId, isEvidence, removedUpTo, countedMessages } = conversations;
  const [row] = await scope.tx
    .select({ articleId, isEvidence, removedUpTo, countedMessages, rowVersion: sql<string>`conversations.xmin::text` })
    .from(conversations)
    .where(whereConversation(scope, id))
    .for("update");
  if (!row) throw new Error("A conversation disappeared while it was judged");
  return row;
}

/**
 * Every transaction locks conversations before articles, and both by ascending id, so that two transactions never
 * deadlock.
 */
export async function lockConversationsOfArticles(
  { workspaceId, tx }: WorkspaceScope,
  ...articleIds: string[]
): Promise<void> {
  await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.workspaceId, workspaceId), inArray(conversations.articleId, articleIds)))
    .orderBy(conversations.id)
    .for("update");
}

/** Lists the article's conversations, oldest first. */
export function listConversationsOfArticle(
  scope: WorkspaceScope,
  articleId: string,
): Promise<({ id: string } & ConversationArticle)[]> {
  return scope.tx
    .select({ id: conversations.id, isEvidence: conversations.isEvidence, articleId: conversations.articleId })
    .from(conversations)
    .where(whereOfArticle(scope, articleId))
    .orderBy(conversations.firstAt, conversations.id);
}

export async function countConversationsOfArticle(scope: WorkspaceScope, articleId: string): Promise<number> {
  return scope.tx.$count(conversations, whereOfArticle(scope, articleId));
}

export async function listEvidenceIds(scope: WorkspaceScope, articleId: string): Promise<string[]> {
  const rows = await scope.tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(whereOfArticle(scope, articleId), eq(conversations.isEvidence, true)));
  return rows.map(({ id }) => id);
}

export async function isWrittenFromConversation(scope: WorkspaceScope, articleId: string): Promise<boolean> {
  return (
    (await scope.tx.$count(conversations, and(whereOfArticle(scope, articleId), eq(conversations.isEvidence, false)))) >
    0
  );
}

export async function moveConversation(scope: WorkspaceScope, id: string, to: ConversationArticle): Promise<void> {
  await scope.tx.update(conversations).set(to).where(whereConversation(scope, id));
}

/** Moves the conversation only if it still confirms this article. */
export async function moveConversationOfArticle(
  scope: WorkspaceScope,
  articleId: string,
  id: string,
  to: Partial<ConversationArticle>,
): Promise<void> {
  await scope.tx
    .update(conversations)
    .set(to)
    .where(and(whereOfArticle(scope, articleId), eq(conversations.id, id)));
}

const whereWithForgottenMessages = sql`exists (select from messages m where m.workspace_id = ${conversations.workspaceId}
  and m.channel_id = ${conversations.channelId} and m.conversation_key = ${conversations.key} and m.forgotten_at is not null)`;

/**
 * True if retention erased the text of another conversation that confirms the article. Statements that cite that
 * conversation stay.
 */
export async function hasErasedConfirmation(
  scope: WorkspaceScope,
  articleId: string,
  leaving: string,
): Promise<boolean> {
  return (
    (await scope.tx.$count(
      conversations,
      and(whereOfArticle(scope, articleId), ne(conversations.id, leaving), whereWithForgottenMessages),
    )) > 0
  );
}

/** Returns the latest conversation from which the article can be written next; null if only `leaving` is left. */
export async function lockConversationForWriting(
  scope: WorkspaceScope,
  articleId: string,
  leaving: string,
): Promise<string | null> {
  const [next] = await scope.tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        whereOfArticle(scope, articleId),
        eq(conversations.isEvidence, true),
        eq(conversations.isKnowledge, true),
        ne(conversations.id, leaving),
        sql`not ${whereWithForgottenMessages}`,
      ),
    )
    .orderBy(desc(conversations.lastAt))
    .limit(1)
    .for("update");
  return next?.id ?? null;
}

/** Marks the conversation, so that the article's next recheck writes the article from it. */
export async function markForWriting(scope: WorkspaceScope, id: string): Promise<void> {
  await scope.tx.update(conversations).set({ isEvidence: false, fingerprint: "" }).where(whereConversation(scope, id));
}

/** From now on, the conversations from which the article was written only confirm it. Returns their ids. */
export async function keepConversationsAsEvidence(scope: WorkspaceScope, articleId: string): Promise<string[]> {
  const rows = await scope.tx
    .update(conversations)
    .set({ isEvidence: true })
    .where(and(whereOfArticle(scope, articleId), eq(conversations.isEvidence, false)))
    .returning({ id: conversations.id });
  return rows.map(({ id }) => id);
}

/**
 * Clears the conversations' fingerprints, so that the next analysis judges them again. Returns the articles that they
 * confirm.
 */
export async function requeueConversations(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  keys: string[],
): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await tx
    .update(conversations)
    .set({ fingerprint: "" })
    .where(
      and(
        eq(conversations.workspaceId, workspaceId),
        eq(conversations.channelId, channelId),
        inArray(conversations.key, keys),
      ),
    )
    .returning({ articleId: conversations.articleId });
  return rows.flatMap(({ articleId }) => articleId ?? []);
}

/** Clears one conversation's fingerprint unless a worker has locked it. That worker judges the conversation anyway. */
export async function requeueIfUnlocked({ workspaceId, tx }: WorkspaceScope, id: string): Promise<void> {
  await tx.execute(sql`
    update ${conversations} set fingerprint = '' where (workspace_id, id) in (
      select workspace_id, id from ${conversations} where workspace_id = ${workspaceId} and id = ${id}
      for update skip locked)`);
}
