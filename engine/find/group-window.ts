import type { MessageWindow } from "../contract.ts";
import { ConversationSizes } from "./conversation-sizes.ts";
import { assignConversations } from "./form-conversations.ts";

/** The key of each message's conversation, by message id: the stored one if it has one, else that of its thread or of what it answers. */
export function groupWindow({ messages, keys: stored, threadKeys, ...known }: MessageWindow): Map<string, string> {
  const sizes = new ConversationSizes(known.sizes, known.continued);
  const storedKeys = new Set(stored.values());
  const keys = new Map<string, string>();
  /** Conversations begun here that turned out to be the beginning of one we have. */
  const joined = new Map<string, string>();
  for (const { message, answers } of assignConversations(messages)) {
    const { externalId, threadId } = message;
    const isReply = threadId !== null && threadId !== externalId;
    const parent = isReply
      ? (keys.get(threadId) ?? threadKeys.get(threadId) ?? threadId)
      : answers && keys.get(answers);
    const own = stored.get(externalId);
    keys.set(externalId, own ?? sizes.join(parent ?? externalId, externalId));
    const beginsEarlier = own === externalId && parent && !isReply && !storedKeys.has(parent);
    if (beginsEarlier && !joined.has(parent)) joined.set(parent, own);
  }
  return new Map([...keys].map(([id, key]) => [id, joined.get(key) ?? key]));
}
