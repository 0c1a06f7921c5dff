import type { ChatMessage, Conversation } from "../../shared/domain/chat.ts";
import type { ParsedConversation } from "./parse-conversation.ts";
import { contentWordsOf } from "./words.ts";

/** Whom a message speaks to at its beginning: "dana: …", "<dana> …", "@Dana Fox, …". */

const OPENS_WITH = /^<?([\p{L}\p{N}_[\]\\^{}|`-]{2,32})(?:>[:,]*\s+(?=\S)|[:,]+\s+(?=\S))/u;
/** Only nicknames are written like this: `sam_`, `[eric]`, `bmj519_twitter`. */
const NICKNAME = /^_|_$|[[\]\\^{}|`]|^(?=.*\d)(?=.*_)(?=(?:.*\p{L}){4})/u;
const TAGS =
  /^(?:a|b|br|p|i|li|ul|ol|td|tr|th|div|span|img|html|head|body|code|pre|form|input|table|script|style|link)$/i;

/** Given names that are also words or months: "May, June and July are closed". */
const ALSO_A_WORD = /^(?:april|art|august|bill|case|chase|grace|grant|hope|joy|june|mark|may|rich|sunny|will)$/i;

/** What people are called by: their names as the platform shows them, and their first names where these are no words. */
export function calledBy(names: readonly string[]): string[] {
  const known = called.get(names);
  if (known) return known;
  const first = names.flatMap((name) => /^(\p{L}{3,})[\s(]/u.exec(name)?.[1] ?? []);
  const all = [...new Set([...names, ...first.filter((name) => !ALSO_A_WORD.test(name))])];
  called.set(names, all);
  return all;
}

/** A conversation asks for the same list again and again. */
const called = new WeakMap<readonly string[], string[]>();

/** What is said after the name of somebody who takes part, and the whole text where it opens with none. */
export function withoutAddress(text: string, names: readonly string[]): string {
  const opened = text.replace(/^<?@?/, "").toLowerCase();
  const name = calledBy(names).find(
    (one) => one.length > 1 && opened.startsWith(one.toLowerCase()) && AFTER_NAME.test(opened.slice(one.length)),
  );
  if (name === undefined) return text;
  const rest = text.replace(/^<?@?/, "").slice(name.length).replace(AFTER_NAME, "");
  return rest || text;
}

const AFTER_NAME = /^>?\s*(?:[:,>]\s*)+/;

/**
 * The conversation without what others than who began it say by name to people who are not in it: in a room where many talk at once such a
 * message belongs to another conversation. A name is what only a nickname looks like, or what messages of two people open with.
 */
export function withoutWordsToOthers(conversation: Conversation): Conversation {
  const { messages } = conversation;
  const known = new Set(
    messages.flatMap(({ author }) => [
      author.name.toLowerCase(),
      ...author.name.toLowerCase().split(/\s+/).slice(0, 1),
    ]),
  );
  const named = messages.map(({ text }) => nameOpening(text));
  const speakers = new Map<string, Set<string>>();
  for (const [at, name] of named.entries()) {
    const by = messages[at]?.author.externalId ?? "";
    if (name) speakers.set(name, (speakers.get(name) ?? new Set()).add(by));
  }
  const isOther = (name: string | null) =>
    name !== null &&
    !known.has(name) &&
    (NICKNAME.test(name) || ((speakers.get(name)?.size ?? 0) > 1 && contentWordsOf(name).length > 0));
  const first = messages[0]?.author.externalId;
  const kept = messages.filter(
    ({ author }: ChatMessage, at) => author.externalId === first || !isOther(named[at] ?? null),
  );
  return kept.length === messages.length ? conversation : { ...conversation, messages: kept };
}

function nameOpening(text: string): string | null {
  const name = OPENS_WITH.exec(text)?.[1] ?? null;
  if (name === null || (text.startsWith("<") && TAGS.test(name))) return null;
  return name.toLowerCase();
}

/** Whether a message calls somebody by name. */
export function callsByName({ messages }: ParsedConversation, message: number, person: string): boolean {
  const name = messages.find(({ author }) => author === person)?.authorName;
  const text = messages[message]?.text ?? "";
  return name !== undefined && withoutAddress(text, [name]) !== text;
}
