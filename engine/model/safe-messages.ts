import type { Redaction } from "../../shared/domain/article.ts";
import type { ChatAuthor, ChatMessage, MessageExtras } from "../../shared/domain/chat.ts";
import { addRedactions, redactText } from "../redact/redact.ts";
import { cleanText } from "../text/clean-text.ts";

/** A message without secrets and names, ready to be sent to a language model. */
export interface SafeMessage {
  /** The message's number within one call, from 1. */
  number: number;
  externalId: string;
  /** The time, such as '2026-10-05 Mon 09:14'. */
  at: string;
  /** A pseudonym such as 'person 2'. It shows who answers whom. */
  by: string;
  /**
   * The number of the message that started the thread. Null outside of threads, or if that message is not part of the
   * call.
   */
  replyTo: number | null;
  /**
   * The text of the message and of its files, without invisible characters, secrets, personal data and people's names.
   */
  text: string;
  /** Counts of the colleagues' reactions, without names: 'thumbsup 3, eyes 1'. */
  reactions: string | null;
}

export interface SafeMessages {
  messages: SafeMessage[];
  /** Maps a pseudonym ('person 2') to the name ('Kim Yazzie'). The names are never sent to a model. */
  people: ReadonlyMap<string, string>;
  redactions: Redaction[];
  /** Removes secrets from another text, and replaces the messages' people with their pseudonyms. */
  safely(text: string): string;
}

/** Matches people's pseudonyms in prompts and answers. */
export const PSEUDONYM_PATTERN = /\bperson \d{1,4}\b/gi;

/** Longer messages are log dumps and are cut. */
const MAX_MESSAGE_CHARACTERS = 40_000;
const MAX_NAME_CHARACTERS = 80;
const SHORTEST_NAME = 3;
/** A last name counts as a name only after a title ('Frau Yazzie'), because a last name can be an ordinary word. */
const TITLED = /(?<![\p{L}\p{N}_])(?:Herrn?|Frau|Mr\.?|Mrs\.?|Ms\.?|Dr\.?) (\p{Lu}[\p{L}'’-]{1,40})(?![\p{L}\p{N}_])/gu;
/** First names that are also ordinary words. They are not replaced unless a last name follows. */
const ALSO_WORDS = new Set(
  "Will Mark May April June Grace Rose Bill Art Hope Joy Faith Dawn Summer Autumn Max Penny Rich Frank Jack Rob Sue Pat Chase Page Drew Ray Ernst Wolf Sommer".split(
    " ",
  ),
);

/** Removes secrets, and gives a number to each person who writes or is mentioned. */
export function toSafeMessages(
  messages: readonly ChatMessage[],
  known: readonly ChatAuthor[] = [],
  about: readonly string[] = [],
): SafeMessages {
  const people = new Pseudonyms(messages, known, about);
  const numbers = new Map(messages.map(({ externalId }, index) => [externalId, index + 1]));
  const lists: Redaction[][] = [];
  const safe = messages.map(({ externalId, threadId, author, sentAt, text, beside }, index) => {
    const by = people.numberOf(author);
    const plain = redactText(people.withoutNames(cleanText(withFiles(text, beside))));
    lists.push(plain.redactions);
    const root = threadId === null || threadId === externalId ? undefined : numbers.get(threadId);
    return {
      number: index + 1,
      externalId,
      at: timeOf(sentAt),
      by,
      replyTo: root ?? null,
      text: plain.text.slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed().trim(),
      reactions: reactionsIn(beside, (name) => redactText(people.withoutNames(cleanText(name))).text),
    };
  });
  const safely = (text: string) => redactText(people.withoutNames(cleanText(text))).text.trim();
  return { messages: safe, people: people.names, redactions: addRedactions(lists), safely };
}

/** Appends the names of files and the texts of small text files. Messages from Teams already contain the file names. */
function withFiles(text: string, beside: MessageExtras | undefined): string {
  const files = (beside?.files ?? []).map((file) => {
    const mark = `[file: ${file.name}]`;
    const named = text.includes(mark) ? "" : mark;
    return [named, file.text && `\`\`\`\n${file.text.replaceAll("```", "")}\n\`\`\``].filter(Boolean).join("\n");
  });
  return [text, ...files].filter(Boolean).join("\n");
}

function reactionsIn(beside: MessageExtras | undefined, safely: (name: string) => string): string | null {
  const said = (beside?.reactions ?? []).map(({ name, count }) => `${safely(name)} ${count}`);
  return said.length > 0 ? said.join(", ") : null;
}

/** Selects the fields of each message for a prompt. Omits messages without text. */
export const toPromptData = (messages: readonly SafeMessage[]) =>
  messages
    .filter(({ text }) => text)
    .map(({ number, at, by, replyTo, text }) => ({ number, at, by, ...(replyTo !== null && { replyTo }), text }));

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

function timeOf(date: Date): string {
  const iso = date.toISOString();
  return `${iso.slice(0, 10)} ${DAYS[date.getUTCDay()]} ${iso.slice(11, 16)}`;
}

class Pseudonyms {
  readonly names = new Map<string, string>();
  readonly #byId = new Map<string, string>();
  readonly #byName = new Map<string, string>();
  /** Pseudonyms by lower-case name, because people mention names in any capitals. */
  readonly #byMention = new Map<string, string>();
  #spoken: RegExp | null = null;

  constructor(messages: readonly ChatMessage[], known: readonly ChatAuthor[], about: readonly string[]) {
    for (const { author } of messages) this.numberOf(author);
    const said = [...messages.map(({ text }) => text), ...about].join("\n");
    for (const author of known)
      if ([`@${author.name}`, ...namesOf(author)].some((name) => said.includes(name))) this.numberOf(author);
  }

  numberOf(author: ChatAuthor): string {
    const before = this.#byId.get(author.externalId);
    if (before) return before;
    const number = this.#add(author.name);
    this.#byId.set(author.externalId, number);
    this.#byMention.set(author.name.toLowerCase(), number);
    for (const name of namesOf(author)) if (!this.#byName.has(name)) this.#byName.set(name, number);
    return number;
  }

  /**
   * Replaces '@Kim Yazzie', 'Kim Yazzie' and 'Kim' with the person's pseudonym. An unknown name after '@' becomes a new
   * person.
   */
  withoutNames(text: string): string {
    const mentioned = text.replace(
      this.#mentions(),
      (_, name: string) => `@${this.#byMention.get(name.toLowerCase())}`,
    );
    const known = mentioned.replace(this.#spokenNames(), (name) => this.#byName.get(name) ?? name);
    const titled = known.replace(TITLED, (all, name: string) => this.#byLastName(name) ?? all);
    return titled.replace(
      /(?<![\w.@])@(?!person \d)(\p{Lu}[\p{L}'’-]{1,30}(?: \p{Lu}[\p{L}'’-]{1,30})?)/gu,
      (_, name: string) => {
        const number = this.#byName.get(name) ?? this.#add(name);
        this.#byName.set(name, number);
        return `@${number}`;
      },
    );
  }

  /** Returns the pseudonym of the only person with this last name; null if nobody or several people have the name. */
  #byLastName(name: string): string | null {
    const called = [...this.#byName].filter(([known]) => known.endsWith(` ${name}`));
    const numbers = new Set(called.map(([, number]) => number));
    return numbers.size === 1 ? (called[0]?.[1] ?? null) : null;
  }

  #mentions(): RegExp {
    const names = [...this.#byMention.keys()].filter((name) => name !== "").toSorted((a, b) => b.length - a.length);
    return names.length > 0 ? new RegExp(`@(${names.map(escaped).join("|")})(?![\\p{L}\\p{N}_])`, "giu") : /$^/;
  }

  #add(name: string): string {
    const number = `person ${this.names.size + 1}`;
    this.names.set(number, plainName(name));
    this.#spoken = null;
    return number;
  }

  #spokenNames(): RegExp {
    const names = [...this.#byName.keys()].toSorted((a, b) => b.length - a.length).map(escaped);
    return (this.#spoken ??=
      names.length > 0 ? new RegExp(`(?<![\\p{L}\\p{N}_])(?:${names.join("|")})(?![\\p{L}\\p{N}_])`, "gu") : /$^/);
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The names that chat uses for a person: the full name, and the first name unless it is also an ordinary word. */
function namesOf({ externalId, name }: ChatAuthor): string[] {
  if (name === externalId || name.length < SHORTEST_NAME || !/\p{Lu}/u.test(name)) return [];
  const [first = ""] = name.split(/\s+/);
  const isName = first.length >= SHORTEST_NAME && /^\p{Lu}\p{Ll}/u.test(first) && !ALSO_WORDS.has(first);
  return isName && first !== name ? [name, first] : [name];
}

/** Reduces a name, which may contain any character, to the letters and punctuation that an article may contain. */
function plainName(name: string): string {
  return redactText(cleanText(name))
    .text.replace(/[^\p{L}\p{M}\p{N} .,'’()-]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_NAME_CHARACTERS);
}
