import { type AnyColumn, and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import {
  articles,
  callCount,
  channels,
  conversations,
  inboxItems,
  llmCalls,
  messages,
  publications,
} from "../db/schema.ts";
import type { Database, WorkspaceScope } from "../db/workspace-scope.ts";

/** Lists the workspace of the oldest account with this address; empty if no account has it. */
export async function listWorkspacesOfEmail(db: Database, email: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select workspace_id as id from users where email = ${email} order by created_at limit 1`,
  );
  return rows.map(({ id }) => id);
}

/** Lists at most two workspaces, which is enough to know whether there are several. */
export async function listFirstWorkspaces(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from workspaces order by id limit 2`);
  return rows.map(({ id }) => id);
}

/** Counts the messages that are not deleted. */
export async function countMessages({ workspaceId, tx }: WorkspaceScope): Promise<number> {
  return tx.$count(messages, and(eq(messages.workspaceId, workspaceId), isNull(messages.deletedAt)));
}

export async function countConversations({ workspaceId, tx }: WorkspaceScope): Promise<number> {
  return tx.$count(conversations, eq(conversations.workspaceId, workspaceId));
}

/** Lists articles in any state, grouped by channel. */
export async function listAllArticles({ workspaceId, tx }: WorkspaceScope) {
  return tx
    .select()
    .from(articles)
    .where(eq(articles.workspaceId, workspaceId))
    .orderBy(articles.channelName, articles.id);
}

/** Lists the published pages of articles, the oldest first. */
export async function listPublishedPages({ workspaceId, tx }: WorkspaceScope) {
  return tx
    .select({ articleId: publications.articleId, url: publications.url })
    .from(publications)
    .where(and(eq(publications.workspaceId, workspaceId), isNotNull(publications.publishedVersion)))
    .orderBy(publications.createdAt, publications.id);
}

export async function listConversationRows({ workspaceId, tx }: WorkspaceScope) {
  return tx
    .select({
      id: conversations.id,
      channelId: conversations.channelId,
      key: conversations.key,
      channel: channels.name,
      articleId: conversations.articleId,
      evidence: conversations.isEvidence,
      gist: conversations.gist,
    })
    .from(conversations)
    .innerJoin(
      channels,
      and(eq(channels.workspaceId, conversations.workspaceId), eq(channels.id, conversations.channelId)),
    )
    .where(and(eq(conversations.workspaceId, workspaceId), sql`${conversations.settled} is distinct from 'nothing'`))
    .orderBy(channels.name, conversations.firstAt, conversations.id);
}

/** Lists the messages with the conversation of each message, the oldest first. */
export async function listConversationsOfMessages({ workspaceId, tx }: WorkspaceScope) {
  return tx
    .select({ channelId: messages.channelId, key: messages.conversationKey, id: messages.externalId })
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), isNull(messages.deletedAt)))
    .orderBy(messages.sentAt, messages.externalId);
}

/** Lists the open inbox items with the conversation that caused each item. */
export async function listConversationsOfItems({ workspaceId, tx }: WorkspaceScope) {
  return tx
    .select({ id: inboxItems.id, conversationId: inboxItems.conversationId })
    .from(inboxItems)
    .where(and(eq(inboxItems.workspaceId, workspaceId), eq(inboxItems.state, "open")));
}

/** Lists the number of model calls by purpose, with their cost. */
export async function listModelSpending({ workspaceId, tx }: WorkspaceScope) {
  const total = (column: AnyColumn) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
  return tx
    .select({
      purpose: llmCalls.purpose,
      model: llmCalls.model,
      calls: callCount,
      inputTokens: total(llmCalls.inputTokens),
      outputTokens: total(llmCalls.outputTokens),
      micros: total(llmCalls.costMicros),
    })
    .from(llmCalls)
    .where(eq(llmCalls.workspaceId, workspaceId))
    .groupBy(llmCalls.purpose, llmCalls.model)
    .orderBy(llmCalls.purpose, llmCalls.model);
}
