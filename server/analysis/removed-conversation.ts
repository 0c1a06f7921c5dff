import type { LocalEngine } from "../../engine/contract.ts";
import type { WrittenArticle } from "../../shared/domain/article.ts";
import type { StoredConversation } from "../ingest/conversations/index.ts";
import { toKnowledgeText } from "../library/dedupe/index.ts";
import type { JudgingInput } from "./judging-input.ts";

export const REMOVED_REASON = "a person removed its article, and nothing of another matter was said since";

/** If a person removed the conversation's article, keeps only later messages, so that the article does not return. */
export function dropMessagesBeforeRemoval(conversation: StoredConversation): StoredConversation {
  const { removedUpTo, messages } = conversation;
  if (!removedUpTo) return conversation;
  return { ...conversation, messages: messages.filter(({ sentAt }) => sentAt > removedUpTo) };
}

/** Whether the new text repeats the removed article. True if the engine cannot compare, so that the removal stands. */
export async function repeatsRemovedArticle(
  { channel, conversation, engine, settings, knownTags }: JudgingInput & { engine: LocalEngine },
  fresh: WrittenArticle,
): Promise<boolean> {
  const { removedUpTo } = conversation;
  if (!removedUpTo) return false;
  const messages = conversation.messages.filter(({ sentAt }) => sentAt <= removedUpTo);
  if (messages.length === 0) return false;
  if (!engine.compare) return true;
  const removed = { ...conversation, messages };
  const finding = await engine.detect(removed, settings);
  const known = await engine.write(removed, finding, { channelName: channel.name, knownTags });
  return (await engine.compare(toKnowledgeText(known), toKnowledgeText(fresh))).relation !== "different";
}
