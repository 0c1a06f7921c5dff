import { readFileSync } from "node:fs";
import type { Conversation } from "../../shared/domain/chat.ts";

/**
 * A conversation in an office in people's usual style. Its author wrote it for Lorekeep and did not know the engine.
 */
export interface OfficeConversation {
  id: string;
  channel: string;
  /** True if the conversation is a thread of the chat platform. */
  thread: boolean;
  /** True if other people will need the information again. */
  knowledge: boolean;
  /** The expected content of an article, or the reason why there should be no article. */
  about: string;
  messages: { author: string; ts: string; text: string }[];
}

/**
 * Reads the conversations of a part. `fit`, `check`, `fresh` and `unseen` are about different companies and by
 * different authors. The detector was fitted only on `fit`, and the choice of sentences also on `check` and `fresh`.
 * Nothing was fitted on `unseen`, and nobody read it before it was measured.
 */
export function readOfficeConversations(part: "fit" | "check" | "fresh" | "unseen"): OfficeConversation[] {
  return readFileSync(new URL(`./office-${part}.jsonl`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line) as OfficeConversation);
}

/** Converts an office conversation to the form that a chat platform returns. */
export function toChatConversation({ id, thread, messages }: OfficeConversation): Conversation {
  const key = `${id}-0`;
  return {
    key,
    messages: messages.map(({ author, ts, text }, index) => ({
      externalId: `${id}-${index}`,
      threadId: thread ? key : null,
      author: { externalId: author, name: author },
      sentAt: new Date(ts),
      editedAt: null,
      text,
    })),
  };
}
