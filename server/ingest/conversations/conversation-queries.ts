import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { SettledState } from "../../../engine/contract.ts";
import type { Conversation } from "../../../shared/domain/chat.ts";
import type { ContentType } from "../../../shared/domain/facets.ts";
import { conversations, messages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { toMessage } from "./grouping-queries.ts";

/** A conversation with the last judgement that is stored for it. */
export interface StoredConversation extends Conversation {
  workspaceId: string;
  channelId: string;
  id: string;
  /** Changes with every write of the row, so that a verdict about an older version is not stored. */
  rowVersion: string;
  /** The fingerprint of the last judgement; empty if the conversation has to be judged again. */
  fingerprint: string;
  articleId: string | null;
  /** True: the conversation only confirms its article, which is written from another conversation. */
  isEvidence: boolean;
  /** The conversation contains only its first messages, because the plan allows no more. */
  isBeginning?: true;
  /** A person removed the conversation's article. Messages up to this time are not written up again. */
  removedUpTo: Date | null;
  /** Whether the conversation has an answer, according to a model; null if rules grouped the conversation. */
  settled: SettledState | "nothing" | null;
  /** The question in a model's words; null if rules grouped the conversation. */
  question: string | null;
  gist: string | null;
  searches: string[];
  contentType: ContentType | null;
  /**
   * Retention erased some of the conversation's text. Nothing is rewritten from the rest, because sentences that the erased
   * text confirmed would be lost.
   */
  hasForgotten: boolean;
}

export interface ConversationSelection {
  channelId: string;
  /** Limits the list to conversations with these keys. Without keys, every conversation that has to be judged is listed. */
  keys?: string[];
  /** Limits the list to conversations that have been silent for at least this long. */
  quietSeconds?: number;
  /** Limits the list to conversations that were judged before. */
  onlyKnown?: boolean;
  /** The cursor: the list continues after this conversation key. */
  after: string;
  limit: number;
}

const STORED = {
  workspaceId: conversations.workspaceId,
  channelId: conversations.channelId,
  id: conversations.id,
  key: conversations.key,
  fingerprint: conversations.fingerprint,
  articleId: conversations.articleId,
  isEvidence: conversations.isEvidence,
  removedUpTo: conversations.removedUpTo,
  settled: conversations.settled,
  question: conversations.question,
  gist: conversations.gist,
  searches: conversations.searches,
  contentType: conversations.contentType,
  rowVersion: sql<string>`conversations.xmin::text`,
};

/** Lists conversations by key, each with its messages, oldest first. Leaves out deleted and erased messages. */
export async function listConversations(
  scope: WorkspaceScope,
  selection: ConversationSelection,
): Promise<StoredConversation[]> {
  const rows = await scope.tx
    .select(STORED)
    .from(conversations)
    .where(isSelected(scope, selection))
    .orderBy(asc(conversations.key))
    .limit(selection.limit);
  return withMessages(scope, rows);
}

function isSelected(
  { workspaceId }: WorkspaceScope,
  { channelId, keys, quietSeconds, onlyKnown, after }: ConversationSelection,
) {
  const { key, fingerprint, lastAt, countedMessages } = conversations;
  return and(
    eq(conversations.workspaceId, workspaceId),
    eq(conversations.channelId, channelId),
    keys ? inArray(key, keys.length ? keys : [""]) : eq(fingerprint, ""),
    gt(key, after),
    quietSeconds === undefined ? undefined : sql`${lastAt} < now() - make_interval(secs => ${quietSeconds})`,
    onlyKnown ? gt(countedMessages, 0) : undefined,
  );
}

/** True if at least one selected conversation has to be judged. */
export async function hasUnjudgedConversation(
  scope: WorkspaceScope,
  selection: ConversationSelection,
): Promise<boolean> {
  const rows = await scope.tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(isSelected(scope, selection), eq(conversations.fingerprint, "")))
    .limit(1);
  return rows.length > 0;
}

export async function findConversationOfArticle(
  scope: WorkspaceScope,
  articleId: string,
): Promise<StoredConversation | null> {
  const [first] = await listConversationsOfArticle(scope, articleId);
  return first ?? null;
}

/**
 * Lists the conversation that an article is written from, followed by conversations that confirm the article. Empty if the
 * channel was removed.
 */
export async function listConversationsOfArticle(
  scope: WorkspaceScope,
  articleId: string,
): Promise<StoredConversation[]> {
  const rows = await scope.tx
    .select(STORED)
    .from(conversations)
    .where(and(eq(conversations.workspaceId, scope.workspaceId), eq(conversations.articleId, articleId)))
    .orderBy(asc(conversations.isEvidence), asc(conversations.firstAt), asc(conversations.id));
  return withMessages(scope, rows);
}

export async function getConversation(scope: WorkspaceScope, id: string): Promise<StoredConversation> {
  const rows = await scope.tx
    .select(STORED)
    .from(conversations)
    .where(and(eq(conversations.workspaceId, scope.workspaceId), eq(conversations.id, id)));
  const [row] = await withMessages(scope, rows);
  if (!row) throw new Error("A conversation disappeared while it was judged");
  return row;
}

/** Reads the messages of all conversations in one query. */
async function withMessages(
  { workspaceId, tx }: WorkspaceScope,
  rows: Omit<StoredConversation, "messages" | "hasForgotten">[],
): Promise<StoredConversation[]> {
  if (rows.length === 0) return [];
  const { channelId, conversationKey, sentAt, externalId } = messages;
  const channelIds = sql.param(rows.map((row) => row.channelId));
  const keys = sql.param(rows.map((row) => row.key));
  const said = await tx
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        sql`(${channelId}, ${conversationKey}) in (select * from unnest(${channelIds}::uuid[], ${keys}::text[]))`,
      ),
    )
    .orderBy(asc(sentAt), asc(externalId));
  const byConversation = Map.groupBy(said, (message) => `${message.channelId} ${message.conversationKey}`);
  return rows.map((row) => {
    const ever = byConversation.get(`${row.channelId} ${row.key}`) ?? [];
    const followsDeleted = new Set(ever.filter((_, place) => ever[place - 1]?.deletedAt));
    const all = ever.filter(({ deletedAt }) => deletedAt === null);
    const kept = all.filter(({ forgottenAt }) => forgottenAt === null);
    const told = kept.map((message) => ({
      ...toMessage(message),
      ...(followsDeleted.has(message) && { followsDeleted: true as const }),
    }));
    return { ...row, messages: told, hasForgotten: kept.length < all.length };
  });
}
