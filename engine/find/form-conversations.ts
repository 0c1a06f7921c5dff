import type { ChatMessage, Conversation } from "../../shared/domain/chat.ts";
import type { MessageWindow } from "../contract.ts";
import { cleanText } from "../text/clean-text.ts";
import { ReplyModel } from "./reply-model.ts";
import { ReplyReader } from "./reply-reader.ts";
import replyWeights from "./reply-weights.json" with { type: "json" };

/** An unthreaded conversation never continues after this silence (a weekend and a day). */
const MOST_SILENCE_MS = 3 * 24 * 60 * 60 * 1000;
/** The confidence from which a message outside of threads joins a platform's thread. */
const CERTAIN = 0.9;
/**
 * The confidence from which a message joins a conversation of several messages. It is high because a wrong message in an article
 * harms readers more than a message that is left out.
 */
const SEVERAL = 5;
const LIKELY = 0.7;

/**
 * Groups one channel's messages, oldest first, into conversations. Platform threads stay as they are, late replies included;
 * other messages are grouped by who answers whom. Grouped messages keep their key. Every message is in exactly one conversation,
 * and `ConversationSplitter` limits their size.
 */
export function formConversations(messages: ChatMessage[]): Conversation[] {
  const ordered = inOrder(messages);
  const sizes = new ConversationSplitter();
  const byKey = new Map<string, ChatMessage[]>();
  for (const { message, key: begun } of assignConversations(ordered)) {
    const key = sizes.join(begun, message.externalId);
    const members = byKey.get(key);
    if (members) members.push(message);
    else byKey.set(key, [message]);
  }
  return [...byKey].map(([key, members]) => ({ key, messages: members }));
}

/** Yields the conversation of each message and, outside of threads, the message that it answers. */
export function* assignConversations(
  ordered: ChatMessage[],
): Generator<{ message: ChatMessage; key: string; answers: string | null }> {
  const model = new ReplyModel(replyWeights);
  const reader = new ReplyReader();
  const keys: string[] = [];
  const sizes = new Map<string, number>();
  const threads = new Map<string, { last: number; speakers: Set<string> }>();
  for (const [position, message] of ordered.entries()) {
    const speaker = message.author.externalId;
    if (message.threadId === null && isBotPost(message)) {
      keys.push(message.externalId);
      yield { message, key: message.externalId, answers: null };
      continue;
    }
    const candidates = reader.read(position, {
      author: speaker,
      authorName: message.author.name,
      sentAt: message.sentAt.getTime(),
      text: cleanText(message.text),
    });
    if (message.threadId !== null) {
      const thread = threads.get(message.threadId);
      // A message in a thread always continues it; messages outside of threads may answer it.
      reader.settle(thread?.last ?? position);
      keys.push(message.threadId);
      threads.set(message.threadId, { last: position, speakers: (thread?.speakers ?? new Set()).add(speaker) });
      yield { message, key: message.threadId, answers: thread ? (ordered[thread.last]?.externalId ?? null) : null };
      continue;
    }
    const conversations = candidates.map((candidate) => (candidate === position ? undefined : keys[candidate]));
    const prior = new Float64Array(candidates.length);
    for (const [row, candidate] of candidates.entries()) {
      const thread = threads.get(conversations[row] ?? "");
      const silentMs = message.sentAt.getTime() - (ordered[candidate]?.sentAt.getTime() ?? 0);
      if (silentMs > MOST_SILENCE_MS || (thread && !thread.speakers.has(speaker)))
        prior[row] = Number.NEGATIVE_INFINITY;
    }
    const isThread = (row: number) => threads.has(conversations[row] ?? "");
    let choice = model.best(reader.features, conversations, prior);
    if (isThread(choice.row) && (choice.probability < CERTAIN || reader.beginsAnew(choice.row))) {
      choice = model.best(
        reader.features,
        conversations,
        prior.map((value, row) => (isThread(row) ? Number.NEGATIVE_INFINITY : value)),
      );
    }
    if (choice.row !== 0 && reader.correctsAnother(choice.row)) choice = { row: 0, probability: 0 };
    const joined = sizes.get(keys[candidates[choice.row] ?? position] ?? "") ?? 0;
    if (joined >= SEVERAL && choice.row !== 0 && choice.probability < LIKELY && !isThread(choice.row))
      choice = { row: 0, probability: 0 };
    const parent = candidates[choice.row] ?? position;
    reader.settle(parent);
    const key = parent === position ? message.externalId : (keys[parent] ?? message.externalId);
    keys.push(key);
    sizes.set(key, (sizes.get(key) ?? 0) + 1);
    yield { message, key, answers: parent === position ? null : (ordered[parent]?.externalId ?? null) };
  }
}

/** A program's post is its own conversation, because it answers nobody and its timing is unrelated to people's talk. */
function isBotPost(message: ChatMessage): boolean {
  return (
    /^:[a-z0-9_+-]{2,40}: [\p{Lu}*`\d]/u.test(message.text) || /(?:^|\W)(?:bot|alerts?)$/i.test(message.author.name)
  );
}

function inOrder(messages: ChatMessage[]): ChatMessage[] {
  return messages
    .map((message, index) => ({ message, index }))
    .sort((a, b) => a.message.sentAt.getTime() - b.message.sentAt.getTime() || a.index - b.index)
    .map(({ message }) => message);
}

/**
 * The most messages of one conversation. Longer ones are split, because the time to judge grows with the length and nobody reads
 * a longer page.
 */
export const MAX_CONVERSATION_MESSAGES = 500;

/** Chooses the continuation for a message whose conversation is full. Never moves grouped messages. */
export class ConversationSplitter {
  readonly #sizes: Map<string, number>;
  /** Maps the key of a full conversation to the key of its continuation. */
  readonly #continued: Map<string, string>;

  /** Takes the known state: messages by conversation, and continuations by the key of the full conversation. */
  constructor(sizes: Iterable<[string, number]> = [], continued: Iterable<[string, string]> = []) {
    this.#sizes = new Map(sizes);
    this.#continued = new Map(continued);
  }

  /** Counts the message and returns the key of its conversation; a new conversation takes the message's id as its key. */
  join(key: string, externalId: string): string {
    const joined = this.#withRoom(key, externalId);
    this.#sizes.set(joined, this.#sizeOf(joined) + 1);
    return joined;
  }

  #withRoom(key: string, externalId: string): string {
    if (this.#sizeOf(key) < MAX_CONVERSATION_MESSAGES) return key;
    const next = this.#continued.get(key);
    if (next !== undefined && this.#sizeOf(next) < MAX_CONVERSATION_MESSAGES) return next;
    this.#continued.set(key, externalId);
    return externalId;
  }

  #sizeOf(key: string): number {
    return this.#sizes.get(key) ?? 0;
  }
}

/**
 * Returns the key of each message's conversation, by message id: the stored key, or that of its thread or of the message it
 * answers.
 */
export function groupWindow({ messages, keys: stored, threadKeys, ...known }: MessageWindow): Map<string, string> {
  const sizes = new ConversationSplitter(known.sizes, known.continued);
  const storedKeys = new Set(stored.values());
  const keys = new Map<string, string>();
  /** Maps conversations that begin in this window to the stored conversation that they continue. */
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
