import { readFileSync } from "node:fs";
import type { Conversation } from "../shared/domain/chat.ts";

/** An office conversation in people's usual style, written for Lorekeep by an author who did not know the engine. */
export interface OfficeConversation {
  id: string;
  channel: string;
  /** True when it is one thread of the platform. */
  thread: boolean;
  /** True when others will need the information again. */
  knowledge: boolean;
  /** The expected content of an article, or the reason why there should be none. */
  about: string;
  messages: { author: string; ts: string; text: string }[];
}

/**
 * `fit`, `check`, `fresh` and `unseen` are about different companies and by different authors. The detector was fitted on `fit`
 * only, the choice of sentences also on `check` and `fresh`. Nothing was fitted on `unseen`, and nobody read it before it was
 * measured.
 */
export function officeConversations(part: "fit" | "check" | "fresh" | "unseen"): OfficeConversation[] {
  return readFileSync(new URL(`./office-${part}.jsonl`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line) as OfficeConversation);
}

/** The same in the form that a chat platform returns. */
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
