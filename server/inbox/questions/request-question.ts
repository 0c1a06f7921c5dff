import { newId } from "../../db/new-id.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { type ConversationWriting, findAnswerer } from "../../library/save/index.ts";
import { insertQuestion } from "./question-queries.ts";

/** Older conversations are not asked about, because a first analysis reads years of them. */
const NEWEST_WITHIN_MS = 7 * 24 * 3_600_000;

/** Null if no author is known, or if it was too long ago. */
export function findAnswererToAsk({
  conversation: { messages },
  article,
}: Pick<ConversationWriting, "conversation" | "article">) {
  const newest = messages.at(-1)?.sentAt.getTime() ?? 0;
  return Date.now() - newest > NEWEST_WITHIN_MS ? null : findAnswerer(messages, article);
}

/**
 * Requests a question to an answer's author in its thread, if the channel wants that. Runs in the transaction that writes the
 * article.
 */
export async function requestThreadQuestion(
  scope: WorkspaceScope,
  articleId: string,
  { channel, conversation, article }: ConversationWriting,
): Promise<void> {
  const answerer = findAnswererToAsk({ conversation, article });
  const said = conversation.messages;
  const threadId = said.find(({ author, threadId }) => author.externalId === answerer?.id && threadId)?.threadId;
  if (!answerer || !threadId) return;
  await insertQuestion(scope, { id: newId(), channelId: channel.id, threadId, articleId, askedOf: answerer.id });
}
