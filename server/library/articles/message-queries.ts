import { and, asc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { type ReaderScope, whereChannelReadable } from "../../db/audience.ts";
import { channels, chatIntegrations, conversations, messages } from "../../db/schema.ts";
import { prepareStatement } from "../../db/statement.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

/** SQL condition: the conversation confirms the article. */
const whereOfArticle = ({ workspaceId }: WorkspaceScope, articleId: string) =>
  and(eq(conversations.workspaceId, workspaceId), eq(conversations.articleId, articleId));
/** Joins messages to their conversation. */
const conversationJoin = and(
  eq(messages.workspaceId, conversations.workspaceId),
  eq(messages.channelId, conversations.channelId),
  eq(messages.conversationKey, conversations.key),
);

/** Locks the messages of a conversation, including deleted and erased ones. */
export async function lockMessages(
  { workspaceId, tx }: WorkspaceScope,
  { channelId, key }: Pick<typeof conversations.$inferSelect, "channelId" | "key">,
) {
  return tx
    .select({
      id: messages.externalId,
      text: messages.text,
      author: messages.authorId,
      isThere: sql<boolean>`${messages.deletedAt} is null and ${messages.forgottenAt} is null`,
    })
    .from(messages)
    .where(
      and(eq(messages.workspaceId, workspaceId), eq(messages.channelId, channelId), eq(messages.conversationKey, key)),
    )
    .orderBy(messages.externalId)
    .for("share");
}

/** Lists the ids of all messages of the conversation, including deleted messages. */
export async function listMessageIds(
  { workspaceId, tx }: WorkspaceScope,
  conversationIds: string[],
): Promise<ReadonlySet<string>> {
  if (conversationIds.length === 0) return new Set();
  const rows = await tx
    .select({ id: messages.externalId })
    .from(conversations)
    .innerJoin(messages, conversationJoin)
    .where(and(eq(conversations.workspaceId, workspaceId), inArray(conversations.id, conversationIds)));
  return new Set(rows.map(({ id }) => id));
}

/** Lists the given messages that belong to the article's conversations and were not deleted. */
export async function listUndeletedMessages(scope: WorkspaceScope, articleId: string, externalIds: string[]) {
  if (externalIds.length === 0) return [];
  return scope.tx
    .select({ message: messages })
    .from(conversations)
    .innerJoin(messages, conversationJoin)
    .where(
      and(whereOfArticle(scope, articleId), inArray(messages.externalId, externalIds), isNull(messages.deletedAt)),
    );
}

/**
 * Lists the messages, oldest first, of all conversations that confirm the article or are cited in it, if this person
 * may read them. An article made from a proposed addition cites conversations that confirm another article.
 */
export const listConversationMessages = (scope: ReaderScope, articleId: string) =>
  selectMessages(
    scope,
    or(whereOfArticle(scope, articleId), whereCitedBy(scope, articleId)),
    whereChannelReadable(scope, conversations.channelId),
  );

const whereCitedBy = ({ workspaceId }: WorkspaceScope, articleId: string) =>
  sql`(${conversations.channelId}, ${conversations.key}) in (select m.channel_id, m.conversation_key
    from article_sources s
    join messages m on m.workspace_id = s.workspace_id and m.channel_id = s.channel_id
      and m.external_id = s.message_external_id
    where s.workspace_id = ${workspaceId} and s.article_id = ${articleId})`;

/** Author, time and channel of a message that a sentence cites. */
export interface SourceMessage {
  externalId: string;
  threadId: string | null;
  authorName: string;
  channelName: string;
  sentAt: Date;
  editedAt: Date | null;
  platform: string;
  channelExternalId: string;
  teamUrl: string | null;
}

/** Lists the given messages of the articles' conversations that still exist, oldest first, each with its article. */
export const listSourceMessages = async (scope: WorkspaceScope, articleIds: string[], externalIds: string[]) =>
  articleIds.length === 0 || externalIds.length === 0 ? [] : selectSourceMessages(scope, { articleIds, externalIds });

const selectSourceMessages = prepareStatement(
  ({ workspaceId, tx }: WorkspaceScope, given: { articleIds: string[]; externalIds: string[] }) => {
    const { externalId, threadId, authorName, sentAt, editedAt } = messages;
    return tx
      .select({
        articleId: sql<string>`${conversations.articleId}`,
        externalId,
        threadId,
        authorName,
        sentAt,
        editedAt,
        ...CHANNEL,
      })
      .from(conversations)
      .innerJoin(messages, conversationJoin)
      .innerJoin(channels, channelJoin)
      .leftJoin(chatIntegrations, integrationJoin)
      .where(
        and(
          eq(conversations.workspaceId, workspaceId),
          sql`${conversations.articleId} = any(${given.articleIds}::uuid[])`,
          sql`${externalId} = any(${given.externalIds}::text[])`,
          isNull(messages.deletedAt),
        ),
      )
      .orderBy(asc(sentAt), asc(externalId));
  },
);

/** Selects messages with their channel. `which`: conditions on the conversations. */
function selectMessages({ workspaceId, tx }: WorkspaceScope, ...which: (SQL | undefined)[]) {
  return tx
    .select({ articleId: conversations.articleId, message: messages, ...CHANNEL })
    .from(conversations)
    .innerJoin(messages, conversationJoin)
    .innerJoin(channels, channelJoin)
    .leftJoin(chatIntegrations, integrationJoin)
    .where(and(eq(conversations.workspaceId, workspaceId), ...which))
    .orderBy(asc(messages.sentAt), asc(messages.externalId));
}

/** Lists the article's conversations, oldest first, each with its first message if that still exists. */
export function listConversationOpenings(scope: ReaderScope, articleId: string) {
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
    .innerJoin(channels, channelJoin)
    .leftJoin(chatIntegrations, integrationJoin)
    .leftJoin(
      messages,
      and(
        eq(messages.workspaceId, conversations.workspaceId),
        eq(messages.channelId, conversations.channelId),
        eq(messages.externalId, conversations.key),
      ),
    )
    .where(and(whereOfArticle(scope, articleId), whereChannelReadable(scope, conversations.channelId)))
    .orderBy(asc(conversations.firstAt), asc(conversations.id));
}

/** Columns of a conversation's channel that a permalink needs. */
const CHANNEL = {
  channelName: channels.name,
  platform: channels.platform,
  channelExternalId: channels.externalId,
  teamUrl: chatIntegrations.teamUrl,
};
const channelJoin = and(eq(channels.workspaceId, conversations.workspaceId), eq(channels.id, conversations.channelId));
const integrationJoin = and(
  eq(chatIntegrations.workspaceId, channels.workspaceId),
  eq(chatIntegrations.id, channels.integrationId),
);
