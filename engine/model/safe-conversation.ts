import type { Redaction } from "../../shared/domain/article.ts";
import type { Conversation } from "../../shared/domain/chat.ts";
import { addRedactions, redact } from "../redact/redact.ts";
import { cleanText } from "../text/clean-text.ts";

/** A message as a model may see it. */
export interface SafeMessage {
  /** Its place in the conversation, from 1. */
  number: number;
  externalId: string;
  /** 'person 2': who answers whom without anybody's name. */
  by: string;
  /** Without invisible characters, secrets and personal data. */
  text: string;
}

/** How a prompt calls who speaks; the name is put in afterwards (`people.ts`). */
export const SPEAKER = /\bperson \d{1,4}\b/gi;

export interface SafeConversation {
  messages: SafeMessage[];
  /** Their names, which no model sees: 'person 2' → 'Kim Yazzie'. */
  people: ReadonlyMap<string, string>;
  redactions: Redaction[];
}

/** Longer messages are log dumps; the local engine reads them up to here too. */
const MAX_MESSAGE_CHARACTERS = 40_000;
const MAX_NAME_CHARACTERS = 80;

/** Takes secrets out before anything else sees the conversation. */
export function safeConversationOf(conversation: Conversation): SafeConversation {
  const ids = new Map<string, string>();
  const people = new Map<string, string>();
  const lists: Redaction[][] = [];
  const messages = conversation.messages.map(({ externalId, author, text }, index) => {
    const by = ids.get(author.externalId) ?? `person ${ids.size + 1}`;
    ids.set(author.externalId, by);
    people.set(by, plainName(author.name));
    const safe = redact(cleanText(text));
    lists.push(safe.redactions);
    const cut = safe.text.slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed();
    return { number: index + 1, externalId, by, text: cut.trim() };
  });
  return { messages, people, redactions: addRedactions(lists) };
}

/** A name may hold anything; in an article it is words. */
function plainName(name: string): string {
  return redact(cleanText(name))
    .text.replace(/[^\p{L}\p{M}\p{N} .,'’()-]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_NAME_CHARACTERS);
}

/** What a prompt holds of a message. */
export function asData(messages: readonly Pick<SafeMessage, "number" | "by" | "text">[]) {
  return messages.filter(({ text }) => text).map(({ number, by, text }) => ({ number, by, text }));
}
