import type { Redaction } from "../../shared/domain/article.ts";
import type { BesideText, ChatAuthor, ChatMessage } from "../../shared/domain/chat.ts";
import { addRedactions, redact } from "../redact/redact.ts";
import { cleanText } from "../text/clean-text.ts";

/** A message as a model may see it. */
export interface SafeMessage {
  /** Its place among those that are read at once, from 1. */
  number: number;
  externalId: string;
  /** '2026-10-05 Mon 09:14' */
  at: string;
  /** 'person 2': who answers whom without anybody's name. */
  by: string;
  /** The number of the message it answers, where the platform says so and it is not the one before. */
  replyTo: number | null;
  /** Without invisible characters, secrets, personal data and names of people; with names and text of files. */
  text: string;
  /** 'thumbsup 3, eyes 1': how colleagues took it, without who. */
  reactions: string | null;
}

export interface SafeMessages {
  messages: SafeMessage[];
  /** Their names, which no model sees: 'person 2' → 'Kim Yazzie'. */
  people: ReadonlyMap<string, string>;
  redactions: Redaction[];
  /** A text about them, with the same numbers for people and without secrets. */
  safely(text: string): string;
}

/** How a prompt calls people; the names are put in afterwards. */
export const SPEAKER = /\bperson \d{1,4}\b/gi;

/** Longer messages are log dumps. */
const MAX_MESSAGE_CHARACTERS = 40_000;
const MAX_NAME_CHARACTERS = 80;
const SHORTEST_NAME = 3;
/** 'Frau Yazzie': alone a last name may be a word. */
const TITLED = /(?<![\p{L}\p{N}_])(?:Herrn?|Frau|Mr\.?|Mrs\.?|Ms\.?|Dr\.?) (\p{Lu}[\p{L}'’-]{1,40})(?![\p{L}\p{N}_])/gu;
/** First names that are words as well: alone they are taken for the word. */
const ALSO_WORDS = new Set(
  "Will Mark May April June Grace Rose Bill Art Hope Joy Faith Dawn Summer Autumn Max Penny Rich Frank Jack Rob Sue Pat Chase Page Drew Ray Ernst Wolf Sommer".split(
    " ",
  ),
);

/** Takes secrets out and gives each person one number, whether they speak, are mentioned or are spoken of. */
export function safeMessagesOf(
  messages: readonly ChatMessage[],
  known: readonly ChatAuthor[] = [],
  about: readonly string[] = [],
): SafeMessages {
  const people = new People(messages, known, about);
  const numbers = new Map(messages.map(({ externalId }, index) => [externalId, index + 1]));
  const lists: Redaction[][] = [];
  const safe = messages.map(({ externalId, threadId, author, sentAt, text, beside }, index) => {
    const by = people.numberOf(author);
    const plain = redact(people.withoutNames(cleanText(withFiles(text, beside))));
    lists.push(plain.redactions);
    const root = threadId === null || threadId === externalId ? undefined : numbers.get(threadId);
    return {
      number: index + 1,
      externalId,
      at: timeOf(sentAt),
      by,
      replyTo: root ?? null,
      text: plain.text.slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed().trim(),
      reactions: reactionsIn(beside, (name) => redact(people.withoutNames(cleanText(name))).text),
    };
  });
  const safely = (text: string) => redact(people.withoutNames(cleanText(text))).text.trim();
  return { messages: safe, people: people.names, redactions: addRedactions(lists), safely };
}

/** A file by its name, and a small one of text with its words; Teams says names in the text. */
function withFiles(text: string, beside: BesideText | undefined): string {
  const files = (beside?.files ?? []).map((file) => {
    const mark = `[file: ${file.name}]`;
    const named = text.includes(mark) ? "" : mark;
    return [named, file.text && `\`\`\`\n${file.text.replaceAll("```", "")}\n\`\`\``].filter(Boolean).join("\n");
  });
  return [text, ...files].filter(Boolean).join("\n");
}

function reactionsIn(beside: BesideText | undefined, safely: (name: string) => string): string | null {
  const said = (beside?.reactions ?? []).map(({ name, count }) => `${safely(name)} ${count}`);
  return said.length > 0 ? said.join(", ") : null;
}

/** What a prompt holds of a message. */
export const asData = (messages: readonly SafeMessage[]) =>
  messages
    .filter(({ text }) => text)
    .map(({ number, at, by, replyTo, text }) => ({ number, at, by, ...(replyTo !== null && { replyTo }), text }));

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

function timeOf(date: Date): string {
  const iso = date.toISOString();
  return `${iso.slice(0, 10)} ${DAYS[date.getUTCDay()]} ${iso.slice(11, 16)}`;
}

class People {
  readonly names = new Map<string, string>();
  readonly #byId = new Map<string, string>();
  readonly #byName = new Map<string, string>();
  /** In lower case: who is mentioned is meant, however the name is written. */
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

  /** '@Kim Yazzie', 'Kim Yazzie' and 'Kim' are the person who is called so; '@' with a stranger's name is a person too. */
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

  /** Of the one person who is called so. */
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

/** As people write it: the whole name, and the first one where it is no word. */
function namesOf({ externalId, name }: ChatAuthor): string[] {
  if (name === externalId || name.length < SHORTEST_NAME || !/\p{Lu}/u.test(name)) return [];
  const [first = ""] = name.split(/\s+/);
  const isName = first.length >= SHORTEST_NAME && /^\p{Lu}\p{Ll}/u.test(first) && !ALSO_WORDS.has(first);
  return isName && first !== name ? [name, first] : [name];
}

/** A name may hold anything; in an article it is words. */
function plainName(name: string): string {
  return redact(cleanText(name))
    .text.replace(/[^\p{L}\p{M}\p{N} .,'’()-]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_NAME_CHARACTERS);
}
