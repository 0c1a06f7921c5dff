import { readFileSync } from "node:fs";
import type { Conversation } from "../shared/domain/chat.ts";

/** A conversation of an office as people type it, written for Lorekeep by who did not know the engine. */
export interface OfficeConversation {
  id: string;
  channel: string;
  /** One thread of the platform's. */
  thread: boolean;
  /** Others will need again what is said. */
  knowledge: boolean;
  /** What an article of it should say, or why there should be none. */
  about: string;
  messages: { author: string; ts: string; text: string }[];
}

/**
 * `fit`, `check`, `fresh` and `unseen` are of other companies and by other hands each. The detector was fitted on `fit` alone, the
 * choice of sentences on `check` and `fresh` as well. Nothing was fitted on `unseen`, nor was it read before it was measured.
 */
export function officeConversations(part: "fit" | "check" | "fresh" | "unseen"): OfficeConversation[] {
  return readFileSync(new URL(`./office-${part}.jsonl`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line) as OfficeConversation);
}

/** The same as it comes out of a chat platform. */
export function officeConversation({ id, thread, messages }: OfficeConversation): Conversation {
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
