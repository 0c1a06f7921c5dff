import { setImmediate } from "node:timers/promises";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { ConversationSizes } from "../../pipeline/conversation-sizes.ts";
import { assignConversations } from "../../pipeline/form-conversations.ts";
import { openWindow, type Row, sizesOf, storeKeys } from "./grouping-queries.ts";

/** A thousand messages take a second or more; whoever waits for this process meanwhile does not. */
const BREATHE_EVERY_MS = 15;

/**
 * Puts the oldest window of ungrouped messages into conversations, and marks these to be judged. What was grouped keeps its
 * conversation; new messages join it. Answers how many were grouped: call it until none is left.
 */
export async function groupNextMessages(scope: WorkspaceScope, channelId: string): Promise<number> {
  const window = await openWindow(scope, channelId);
  if (!window) return 0;
  const ordered = [...window.context, ...window.rows];
  const sizes = await sizesOf(scope, channelId, ordered, window.threadKeys);
  const keys = await conversationKeys(ordered, window.threadKeys, sizes);
  const grouped = window.rows.filter((row) => row.conversationKey === null);
  await storeKeys(
    scope,
    channelId,
    grouped.map(({ externalId }) => ({ externalId, key: keys.get(externalId) ?? externalId })),
  );
  return grouped.length;
}

/** The conversation of each message, in order: the stored one if it has one, else that of its thread or of what it answers. */
async function conversationKeys(
  ordered: Row[],
  threadKeys: ReadonlyMap<string, string>,
  sizes: ConversationSizes,
): Promise<Map<string, string>> {
  let breathedAt = performance.now();
  const stored = new Map(
    ordered.flatMap((row) => (row.conversationKey ? [[row.externalId, row.conversationKey]] : [])),
  );
  const storedKeys = new Set(stored.values());
  const keys = new Map<string, string>();
  /** Conversations begun here that turned out to be the beginning of one we have. */
  const joined = new Map<string, string>();
  for (const { message, answers } of assignConversations(ordered.map(toMessage))) {
    const { externalId, threadId } = message;
    const isReply = threadId !== null && threadId !== externalId;
    const parent = isReply
      ? (keys.get(threadId) ?? threadKeys.get(threadId) ?? threadId)
      : answers && keys.get(answers);
    const own = stored.get(externalId);
    keys.set(externalId, own ?? sizes.join(parent ?? externalId, externalId));
    if (performance.now() - breathedAt > BREATHE_EVERY_MS) {
      await setImmediate();
      breathedAt = performance.now();
    }
    const beginsEarlier = own === externalId && parent && !isReply && !storedKeys.has(parent);
    if (beginsEarlier && !joined.has(parent)) joined.set(parent, own);
  }
  return new Map([...keys].map(([id, key]) => [id, joined.get(key) ?? key]));
}

export function toMessage(row: Row): ChatMessage {
  return {
    externalId: row.externalId,
    threadId: row.threadId,
    author: { externalId: row.authorId, name: row.authorName },
    sentAt: row.sentAt,
    editedAt: row.editedAt,
    text: row.text,
  };
}
