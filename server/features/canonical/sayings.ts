import { and, eq, inArray, isNull } from "drizzle-orm";
import type { ConnectorRegistry } from "../../../connectors/registry.ts";
import type { Saying } from "../../../shared/contract/inbox.ts";
import { channels, chatIntegrations, conversations, messages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { permalinkOf } from "../articles/views.ts";

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

/** Who said these messages of the articles' talks, when and where; those that are still there, oldest first. */
export async function listSaid(
  { workspaceId, tx }: WorkspaceScope,
  articleIds: string[],
  externalIds: string[],
): Promise<SaidRow[]> {
  if (articleIds.length === 0 || externalIds.length === 0) return [];
  const rows = await tx
    .select({
      articleId: conversations.articleId,
      externalId: messages.externalId,
      threadId: messages.threadId,
      authorName: messages.authorName,
      channelName: channels.name,
      sentAt: messages.sentAt,
      platform: channels.platform,
      channelExternalId: channels.externalId,
      teamUrl: chatIntegrations.teamUrl,
    })
    .from(conversations)
    .innerJoin(
      messages,
      and(
        eq(messages.workspaceId, conversations.workspaceId),
        eq(messages.channelId, conversations.channelId),
        eq(messages.conversationKey, conversations.key),
      ),
    )
    .innerJoin(channels, and(eq(channels.workspaceId, messages.workspaceId), eq(channels.id, messages.channelId)))
    .leftJoin(
      chatIntegrations,
      and(eq(chatIntegrations.workspaceId, channels.workspaceId), eq(chatIntegrations.id, channels.integrationId)),
    )
    .where(
      and(
        eq(conversations.workspaceId, workspaceId),
        inArray(conversations.articleId, articleIds),
        inArray(messages.externalId, externalIds),
        isNull(messages.deletedAt),
      ),
    )
    .orderBy(messages.sentAt, messages.externalId);
  return rows.flatMap(({ articleId, ...row }) => (articleId ? [{ articleId, ...row }] : []));
}

export const sayingView = (connectors: ConnectorRegistry, row: SaidRow): Saying => ({
  authorName: row.authorName,
  channelName: row.channelName,
  sentAt: row.sentAt.toISOString(),
  permalink: permalinkOf(connectors, row, row),
});
