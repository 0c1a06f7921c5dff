import { and, asc, desc, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { mayReadChannel, type ReaderScope } from "../../db/audience.ts";
import { channels, chatIntegrations, conversations, messages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

type ConversationRow = typeof conversations.$inferSelect;
export type Place = Pick<ConversationRow, "articleId" | "isEvidence">;

const isConversation = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(conversations.workspaceId, workspaceId), eq(conversations.id, id));
/** Those that bear an article out. */
const isOf = ({ workspaceId }: WorkspaceScope, articleId: string) =>
  and(eq(conversations.workspaceId, workspaceId), eq(conversations.articleId, articleId));
/** Joins messages to their conversation. */
const IS_SAID_IN = and(
  eq(messages.workspaceId, conversations.workspaceId),
  eq(messages.channelId, conversations.channelId),
  eq(messages.conversationKey, conversations.key),
);

/** Two workers that judged the same conversation write one after the other: the second finds the first one's article. */
export async function lockConversation(scope: WorkspaceScope, id: string) {
  const { articleId, isEvidence, removedUpTo } = conversations;
  const [row] = await scope.tx
    .select({ articleId, isEvidence, removedUpTo, rowVersion: sql<string>`conversations.xmin::text` })
    .from(conversations)
    .where(isConversation(scope, id))
    .for("update");
  if (!row) throw new Error("A conversation disappeared while it was judged");
  return row;
}

/** Conversations before articles, both by their ids, so that two transactions never wait for each other. */
export async function lockConversationsOf({ workspaceId, tx }: WorkspaceScope, ...articleIds: string[]): Promise<void> {
  await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.workspaceId, workspaceId), inArray(conversations.articleId, articleIds)))
    .orderBy(conversations.id)
    .for("update");
}

/** The messages of a conversation, the deleted ones too. */
export async function lockMessages(
  { workspaceId, tx }: WorkspaceScope,
  { channelId, key }: Pick<ConversationRow, "channelId" | "key">,
) {
  return tx
    .select({ id: messages.externalId, text: messages.text, author: messages.authorId, deletedAt: messages.deletedAt })
    .from(messages)
    .where(
      and(eq(messages.workspaceId, workspaceId), eq(messages.channelId, channelId), eq(messages.conversationKey, key)),
    )
    .orderBy(messages.externalId)
    .for("share");
}

/** Oldest first. */
export function listConversationsOf(scope: WorkspaceScope, articleId: string): Promise<({ id: string } & Place)[]> {
  return scope.tx
    .select({ id: conversations.id, isEvidence: conversations.isEvidence, articleId: conversations.articleId })
    .from(conversations)
    .where(isOf(scope, articleId))
    .orderBy(conversations.firstAt, conversations.id);
}

export async function countConversationsOf(scope: WorkspaceScope, articleId: string): Promise<number> {
  return scope.tx.$count(conversations, isOf(scope, articleId));
}

export async function listEvidenceIds(scope: WorkspaceScope, articleId: string): Promise<string[]> {
  const rows = await scope.tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(isOf(scope, articleId), eq(conversations.isEvidence, true)));
  return rows.map(({ id }) => id);
}

export async function isWrittenFromConversation(scope: WorkspaceScope, articleId: string): Promise<boolean> {
  return (await scope.tx.$count(conversations, and(isOf(scope, articleId), eq(conversations.isEvidence, false)))) > 0;
}

export async function moveConversation(scope: WorkspaceScope, id: string, to: Place): Promise<void> {
  await scope.tx.update(conversations).set(to).where(isConversation(scope, id));
}

/** Only while it bears out this article. */
export async function moveConversationFrom(
  scope: WorkspaceScope,
  articleId: string,
  id: string,
  to: Partial<Place>,
): Promise<void> {
  await scope.tx
    .update(conversations)
    .set(to)
    .where(and(isOf(scope, articleId), eq(conversations.id, id)));
}

/** The conversation that is to take the lead of an article, the latest first; null when there is none beside `leaving`. */
export async function lockNextLead(scope: WorkspaceScope, articleId: string, leaving: string): Promise<string | null> {
  const [next] = await scope.tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        isOf(scope, articleId),
        eq(conversations.isEvidence, true),
        eq(conversations.isKnowledge, true),
        ne(conversations.id, leaving),
      ),
    )
    .orderBy(desc(conversations.lastAt))
    .limit(1)
    .for("update");
  return next?.id ?? null;
}

/** The article is written from it when it is checked next. */
export async function giveLead(scope: WorkspaceScope, id: string): Promise<void> {
  await scope.tx.update(conversations).set({ isEvidence: false, fingerprint: "" }).where(isConversation(scope, id));
}

/** No conversation leads the article any more. Answers which did. */
export async function endLead(scope: WorkspaceScope, articleId: string): Promise<string[]> {
  const rows = await scope.tx
    .update(conversations)
    .set({ isEvidence: true })
    .where(and(isOf(scope, articleId), eq(conversations.isEvidence, false)))
    .returning({ id: conversations.id });
  return rows.map(({ id }) => id);
}

/** An empty fingerprint is equal to none: they are judged in the next analysis too. Answers the articles they bear out. */
export async function judgeConversationsAgain(
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

/** The same for one; whoever holds it at the moment judges it anyway, and nobody waits for them. */
export async function judgeConversationAgain({ workspaceId, tx }: WorkspaceScope, id: string): Promise<void> {
  await tx.execute(sql`
    update ${conversations} set fingerprint = '' where (workspace_id, id) in (
      select workspace_id, id from ${conversations} where workspace_id = ${workspaceId} and id = ${id}
      for update skip locked)`);
}

/** Deleted ones too. */
export async function messageIdsOf(
  { workspaceId, tx }: WorkspaceScope,
  conversationIds: string[],
): Promise<ReadonlySet<string>> {
  if (conversationIds.length === 0) return new Set();
  const rows = await tx
    .select({ id: messages.externalId })
    .from(conversations)
    .innerJoin(messages, IS_SAID_IN)
    .where(and(eq(conversations.workspaceId, workspaceId), inArray(conversations.id, conversationIds)));
  return new Set(rows.map(({ id }) => id));
}

/** Of these messages those that an article's conversations hold and nobody deleted. */
export async function listLiveMessages(scope: WorkspaceScope, articleId: string, externalIds: string[]) {
  if (externalIds.length === 0) return [];
  return scope.tx
    .select({ message: messages })
    .from(conversations)
    .innerJoin(messages, IS_SAID_IN)
    .where(and(isOf(scope, articleId), inArray(messages.externalId, externalIds), isNull(messages.deletedAt)));
}

/** Every message of the conversations that bear an article out and that this person may read, oldest first. */
export const listConversation = (scope: ReaderScope, articleId: string) =>
  selectMessages(scope, isOf(scope, articleId), mayReadChannel(scope, conversations.channelId));

export interface SaidRow {
  articleId: string;
  externalId: string;
  threadId: string | null;
  authorName: string;
  channelName: string;
  sentAt: Date;
  platform: string;
  channelExternalId: string;
  teamUrl: string | null;
}

/** Who said these messages of the articles' conversations, when and where; those that are still there, oldest first. */
export async function listSaid(scope: WorkspaceScope, articleIds: string[], externalIds: string[]): Promise<SaidRow[]> {
  if (articleIds.length === 0 || externalIds.length === 0) return [];
  const rows = await selectMessages(
    scope,
    inArray(conversations.articleId, articleIds),
    inArray(messages.externalId, externalIds),
    isNull(messages.deletedAt),
  );
  return rows.flatMap(({ articleId, message: { externalId, threadId, authorName, sentAt }, ...place }) =>
    articleId ? [{ articleId, externalId, threadId, authorName, sentAt, ...place }] : [],
  );
}

/** With its place; `which` narrows it. */
function selectMessages({ workspaceId, tx }: WorkspaceScope, ...which: (SQL | undefined)[]) {
  return tx
    .select({ articleId: conversations.articleId, message: messages, ...CHANNEL })
    .from(conversations)
    .innerJoin(messages, IS_SAID_IN)
    .innerJoin(channels, IS_CHANNEL)
    .leftJoin(chatIntegrations, IS_INTEGRATION)
    .where(and(eq(conversations.workspaceId, workspaceId), ...which))
    .orderBy(asc(messages.sentAt), asc(messages.externalId));
}

/** The same conversations, each with its first message while that is there; oldest first. */
export function listOpenings(scope: ReaderScope, articleId: string) {
  return scope.tx
    .select({
      id: conversations.id,
      key: conversations.key,
      firstAt: conversations.firstAt,
      lastAt: conversations.lastAt,
      messages: conversations.messageCount,
      isEvidence: conversations.isEvidence,
      authorName: messages.authorName,
      text: messages.text,
      threadId: messages.threadId,
      ...CHANNEL,
    })
    .from(conversations)
    .innerJoin(channels, IS_CHANNEL)
    .leftJoin(chatIntegrations, IS_INTEGRATION)
    .leftJoin(
      messages,
      and(
        eq(messages.workspaceId, conversations.workspaceId),
        eq(messages.channelId, conversations.channelId),
        eq(messages.externalId, conversations.key),
      ),
    )
    .where(and(isOf(scope, articleId), mayReadChannel(scope, conversations.channelId)))
    .orderBy(asc(conversations.firstAt), asc(conversations.id));
}

/** What a permalink needs of a conversation's channel. */
const CHANNEL = {
  channelName: channels.name,
  platform: channels.platform,
  channelExternalId: channels.externalId,
  teamUrl: chatIntegrations.teamUrl,
};
const IS_CHANNEL = and(eq(channels.workspaceId, conversations.workspaceId), eq(channels.id, conversations.channelId));
const IS_INTEGRATION = and(
  eq(chatIntegrations.workspaceId, channels.workspaceId),
  eq(chatIntegrations.id, channels.integrationId),
);
