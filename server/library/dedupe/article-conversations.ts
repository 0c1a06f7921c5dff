import { and, asc, eq } from "drizzle-orm";
import type { ConnectorRegistry } from "../../../connectors/registry.ts";
import type { Evidence } from "../../../shared/contract/canonical.ts";
import { mayReadChannel, type ReaderScope } from "../../db/audience.ts";
import { channels, chatIntegrations, conversations, messages } from "../../db/schema.ts";
import { redact } from "../../pipeline/redact.ts";
import { permalinkOf } from "../articles/source-place.ts";

const OPENING_CHARACTERS = 160;

/** The conversations that bear an article out and that this person may read, oldest first, each with its first message while that is there. */
export async function listConversations(scope: ReaderScope, articleId: string) {
  const { workspaceId, tx } = scope;
  const rows = await tx
    .select({
      id: conversations.id,
      key: conversations.key,
      firstAt: conversations.firstAt,
      lastAt: conversations.lastAt,
      messages: conversations.messageCount,
      isEvidence: conversations.isEvidence,
      channelName: channels.name,
      platform: channels.platform,
      channelExternalId: channels.externalId,
      teamUrl: chatIntegrations.teamUrl,
      authorName: messages.authorName,
      text: messages.text,
      threadId: messages.threadId,
    })
    .from(conversations)
    .innerJoin(
      channels,
      and(eq(channels.workspaceId, conversations.workspaceId), eq(channels.id, conversations.channelId)),
    )
    .leftJoin(
      chatIntegrations,
      and(eq(chatIntegrations.workspaceId, channels.workspaceId), eq(chatIntegrations.id, channels.integrationId)),
    )
    .leftJoin(
      messages,
      and(
        eq(messages.workspaceId, conversations.workspaceId),
        eq(messages.channelId, conversations.channelId),
        eq(messages.externalId, conversations.key),
      ),
    )
    .where(
      and(
        eq(conversations.workspaceId, workspaceId),
        eq(conversations.articleId, articleId),
        mayReadChannel(scope, conversations.channelId),
      ),
    )
    .orderBy(asc(conversations.firstAt), asc(conversations.id));
  return rows.map(({ authorName, text, ...row }) => ({
    ...row,
    askedBy: authorName ?? "Somebody",
    opening: redact(text ?? "").text.slice(0, OPENING_CHARACTERS),
  }));
}

export const evidenceView = (
  connectors: ConnectorRegistry,
  conversation: Awaited<ReturnType<typeof listConversations>>[number],
): Evidence => ({
  conversationId: conversation.id,
  channelName: conversation.channelName,
  askedBy: conversation.askedBy,
  firstAt: conversation.firstAt.toISOString(),
  lastAt: conversation.lastAt.toISOString(),
  messages: conversation.messages,
  opening: conversation.opening.toWellFormed(),
  permalink: permalinkOf(connectors, conversation, { externalId: conversation.key, threadId: conversation.threadId }),
  isWrittenFrom: !conversation.isEvidence,
});
