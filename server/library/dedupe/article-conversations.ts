import type { ConnectorRegistry } from "../../../connectors/registry.ts";
import { redactText } from "../../../engine/redact/redact.ts";
import type { Evidence } from "../../../shared/contract/canonical.ts";
import type { ReaderScope } from "../../db/audience.ts";
import { listConversationOpenings } from "../articles/message-queries.ts";
import { buildPermalink } from "../articles/source-location.ts";

const OPENING_CHARACTERS = 160;

/**
 * Lists the conversations, oldest first, that confirm the article and that this person may read. Each has its first
 * message if that still exists.
 */
export async function listEvidenceConversations(scope: ReaderScope, articleId: string) {
  const rows = await listConversationOpenings(scope, articleId);
  return rows.map(({ authorName, text, ...row }) => ({
    ...row,
    askedBy: authorName ?? "Somebody",
    opening: redactText(text ?? "").text.slice(0, OPENING_CHARACTERS),
  }));
}

export const viewEvidence = (
  connectors: ConnectorRegistry,
  conversation: Awaited<ReturnType<typeof listEvidenceConversations>>[number],
): Evidence => ({
  conversationId: conversation.id,
  channelName: conversation.channelName,
  askedBy: conversation.askedBy,
  firstAt: conversation.firstAt.toISOString(),
  lastAt: conversation.lastAt.toISOString(),
  messages: conversation.messages,
  opening: conversation.opening.toWellFormed(),
  permalink: buildPermalink(connectors, conversation, {
    externalId: conversation.key,
    threadId: conversation.threadId,
  }),
  isWrittenFrom: !conversation.isEvidence,
});
