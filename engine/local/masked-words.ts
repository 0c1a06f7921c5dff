import type { ConversationShape } from "./conversation-shape.ts";
import type { ParsedConversation } from "./parse-conversation.ts";
import { remembering } from "./remember.ts";

const MAX_WORDS_PER_MESSAGE = 120;
const MAX_MESSAGES = 60;

/**
 * One token of a message: a link, a code span, a mention, a time, a number, an identifier, an emoji or a word. What names
 * a thing (and so a community) becomes the mark of its class; words stay, the fit keeps those that many communities use.
 */
const TOKEN =
  /(?<code>```[\s\S]*?(?:```|$)|`[^`\n]*`)|(?<link>https?:\/\/\S+|\bwww\.\S+)|(?<mention>@[\w-]+)|(?<time>\b\d{1,2}(?::\d\d){1,2}(?:\s?[ap]m)?\b|\b\d{1,2}\s?[ap]m\b)|(?<version>\bv?\d+(?:\.[\dx]+)+\b)|(?<issue>#\d+\b)|(?<number>\b\d[\d.,]*%?)|(?<path>(?:~|\.{1,2})?\/[\w.-]+(?:\/[\w.-]*)*)|(?<name>\b[\w$]+(?:[._][\w$]+|\([^)]{0,20}\)|::[\w$]+)+|\b[a-z]+[A-Z]\w*|\b[A-Z]\w*[a-z][A-Z]\w*)|(?<emoji>:[a-z0-9_+-]+:|[:;]-?[)(DPp]|\p{Extended_Pictographic}+)|(?<word>\p{L}+(?:['’]\p{L}+)*)|(?<mark>[?!]+)/gu;

/** The roles words are told apart by: the question, what others say, what the asker says later, a conversation without a question. */
type Role = "q" | "a" | "r" | "o";

/** The words of each message and the role they were said in. */
function* saidIn({ messages }: ParsedConversation, shape: ConversationShape): Generator<[Role, readonly string[]]> {
  const people = new Set(messages.map((message) => message.authorName.toLowerCase()));
  let answered = false;
  for (const [index, message] of messages.slice(0, MAX_MESSAGES).entries()) {
    const isAsker = message.author === shape.asker;
    if (!isAsker && index > shape.questionAt) answered = true;
    const tokens = tokensOf(message.text);
    const isNamed = tokens.some((word) => people.has(word));
    yield [
      roleOf(shape, index, isAsker, answered),
      isNamed ? tokens.map((word) => (people.has(word) ? "<mention>" : word)) : tokens,
    ];
  }
}

/** Words and pairs of words, and words with the role they were said in: `you`, `you_need`, `a:you`. Each once. */
export function maskedTerms(conversation: ParsedConversation, shape: ConversationShape): Set<string> {
  const terms = new Set<string>();
  for (const [role, tokens] of saidIn(conversation, shape)) {
    let before = "^";
    for (const token of tokens) {
      terms.add(token);
      terms.add(`${role}:${token}`);
      terms.add(`${before}_${token}`);
      before = token;
    }
    terms.add(`${before}_$`);
  }
  return terms;
}

/** A word of known terms, with the places of these terms. */
interface KnownWord {
  alone: number | undefined;
  as: Partial<Record<Role, number>>;
  /** By the word before it. */
  after: Map<KnownWord, number>;
}

/** Finds terms out of a list without putting each together. A word that is in none of them parts the words around it. */
export class KnownTerms {
  readonly #words = new Map<string, KnownWord>();

  constructor(terms: readonly string[]) {
    for (const [place, term] of terms.entries()) {
      const [, role, word] = /^([qaro]):(.*)$/.exec(term) ?? [];
      const [first = "", second] = (word ?? term).split("_");
      if (role !== undefined) this.#word(first).as[role as Role] = place;
      else if (second === undefined) this.#word(first).alone = place;
      else this.#word(second).after.set(this.#word(first), place);
    }
  }

  /** Places of those terms of `maskedTerms` that are in the list, each once, in the order in which they were said. */
  placesIn(conversation: ParsedConversation, shape: ConversationShape): Set<number> {
    const places = new Set<number>();
    const add = (place: number | undefined) => {
      if (place !== undefined) places.add(place);
    };
    const [begin, end] = [this.#words.get("^"), this.#words.get("$")];
    for (const [role, tokens] of saidIn(conversation, shape)) {
      let before = begin;
      for (const token of tokens) {
        const word = this.#words.get(token);
        if (word) {
          add(word.alone);
          add(word.as[role]);
          if (before) add(word.after.get(before));
        }
        before = word;
      }
      if (before) add(end?.after.get(before));
    }
    return places;
  }

  #word(text: string): KnownWord {
    const known = this.#words.get(text) ?? { alone: undefined, as: {}, after: new Map() };
    this.#words.set(text, known);
    return known;
  }
}

function roleOf(shape: ConversationShape, index: number, isAsker: boolean, answered: boolean): Role {
  if (shape.questionAt === -1) return "o";
  if (isAsker) return answered ? "r" : "q";
  return index < shape.questionAt ? "o" : "a";
}

/** Words and pairs of words of one text, each once. */
export function wordPairsOf(text: string): Set<string> {
  const terms = new Set<string>();
  let before = "^";
  for (const token of tokensOf(text)) {
    terms.add(token);
    terms.add(`${before}_${token}`);
    before = token;
  }
  return terms;
}

/** What each of so many words weighs beside the cues of a question: long texts have more of them. */
export function wordsScale(words: number): number {
  return 0.7 / Math.sqrt(Math.max(8, words));
}

/** Lower-case words and the marks of what was masked. */
export const tokensOf = remembering((text: string): readonly string[] => {
  const tokens: string[] = [];
  for (const match of text.matchAll(TOKEN)) {
    if (tokens.length === MAX_WORDS_PER_MESSAGE) break;
    const groups = match.groups ?? {};
    if (groups.word !== undefined) tokens.push(groups.word.toLowerCase().replace(/’/g, "'"));
    else if (groups.mark !== undefined) tokens.push(groups.mark.startsWith("?") ? "?" : "!");
    else {
      for (const kind in groups) {
        if (groups[kind] === undefined) continue;
        tokens.push(`<${kind}>`);
        break;
      }
    }
  }
  return tokens;
});
