import type { ChatMessage, Conversation } from "../../shared/domain/chat.ts";
import { cleanText } from "./clean-text.ts";
import { ReplyModel, ReplyReader } from "./local-engine/reply-model.ts";
import replyWeights from "./local-engine/reply-weights.json" with { type: "json" };

export interface GroupingOptions {
  /** Silence in milliseconds after which unthreaded talk never goes on, whatever is said. */
  maxSilenceMs?: number;
}

const DEFAULT_MAX_SILENCE_MS = 3 * 24 * 60 * 60 * 1000;
/** An unthreaded message joins a platform's thread only when the model is this sure. */
const CERTAIN = 0.9;

/**
 * Groups one channel's messages into conversations, oldest first. Platform threads stay as they are, late replies
 * included; the rest is told apart by who answers whom. What was grouped keeps its key and its members when later
 * messages arrive. Every message is in exactly one conversation.
 */
export function formConversations(messages: ChatMessage[], options: GroupingOptions = {}): Conversation[] {
  const ordered = inOrder(messages);
  const byKey = new Map<string, ChatMessage[]>();
  for (const { message, key } of assignConversations(ordered, options)) {
    const members = byKey.get(key);
    if (members) members.push(message);
    else byKey.set(key, [message]);
  }
  return [...byKey].map(([key, members]) => ({ key, messages: members }));
}

/** The conversation of each message and, for unthreaded talk, the message it answers. */
export function* assignConversations(
  ordered: ChatMessage[],
  options: GroupingOptions = {},
): Generator<{ message: ChatMessage; key: string; answers: string | null }> {
  const maxSilenceMs = options.maxSilenceMs ?? DEFAULT_MAX_SILENCE_MS;
  const model = new ReplyModel(replyWeights);
  const reader = new ReplyReader();
  const keys: string[] = [];
  const threads = new Set<string>();
  for (const [position, message] of ordered.entries()) {
    const candidates = reader.read(position, {
      author: message.author.externalId,
      authorName: message.author.name,
      sentAt: message.sentAt.getTime(),
      text: cleanText(message.text),
    });
    if (message.threadId !== null) {
      keys.push(message.threadId);
      threads.add(message.threadId);
      // Talk of a thread may be answered outside of it, but it starts nothing outside.
      const before = keys.lastIndexOf(message.threadId, position - 1);
      reader.settle(before === -1 ? position : before);
      yield { message, key: message.threadId, answers: before === -1 ? null : (ordered[before]?.externalId ?? null) };
      continue;
    }
    const { row, probability } = model.best(
      reader.features,
      candidates.map((candidate) => (candidate === position ? undefined : keys[candidate])),
      reader.slowTalkPrior(candidates.length),
    );
    let parent = candidates[row] ?? position;
    const answered = ordered[parent];
    const key = keys[parent];
    if (parent !== position && answered && key !== undefined) {
      const silent = message.sentAt.getTime() - answered.sentAt.getTime() > maxSilenceMs;
      const unsureOfThread = threads.has(key) && probability < CERTAIN;
      if (silent || unsureOfThread) parent = position;
    }
    reader.settle(parent);
    const joined = parent === position ? message.externalId : (keys[parent] ?? message.externalId);
    keys.push(joined);
    yield { message, key: joined, answers: parent === position ? null : (ordered[parent]?.externalId ?? null) };
  }
}

function inOrder(messages: ChatMessage[]): ChatMessage[] {
  return messages
    .map((message, index) => ({ message, index }))
    .sort((a, b) => a.message.sentAt.getTime() - b.message.sentAt.getTime() || a.index - b.index)
    .map(({ message }) => message);
}
