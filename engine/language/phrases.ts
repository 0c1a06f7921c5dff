import type { LanguageCue } from "./cue.ts";

/** A lower-case word with its position in the text. */
export interface WordToken {
  word: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu;
/** The most characters read from one sentence. Longer texts are log dumps. */
const MOST_CHARACTERS = 600;

export function splitIntoTokens(text: string): WordToken[] {
  const tokens: WordToken[] = [];
  for (const match of text.slice(0, MOST_CHARACTERS).matchAll(WORD)) {
    const word = match[0].toLowerCase().replaceAll("’", "'");
    tokens.push({ word, start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

/** The number of first letters that index a phrase whose first word is a prefix, such as `fail*`. */
const STEM_LETTERS = 3;

/** An index of phrases by their first word. Each phrase belongs to an owner, such as a meaning. */
export class PhraseIndex<Owner> {
  readonly #byWord = new Map<string, { parts: string[]; owner: Owner }[]>();
  readonly #byStem = new Map<string, { parts: string[]; owner: Owner }[]>();

  /** Adds phrases, one per line, in the syntax of `LanguageCue`. */
  add(words: string, owner: Owner): void {
    for (const line of words.split("\n"))
      for (const parts of expand(line.trim().split(/\s+/))) {
        const [first = ""] = parts;
        const [index, key] = first.endsWith("*") ? [this.#byStem, first.slice(0, STEM_LETTERS)] : [this.#byWord, first];
        const known = index.get(key);
        if (known) known.push({ parts, owner });
        else index.set(key, [{ parts, owner }]);
      }
  }

  /** Calls `found` for each phrase that begins at word `index`. */
  at(tokens: WordToken[], index: number, found: (owner: Owner, length: number) => void): void {
    const word = tokens[index]?.word;
    if (word === undefined) return;
    const fits = ({ parts, owner }: { parts: string[]; owner: Owner }) => {
      for (let place = 0; place < parts.length; place++)
        if (!isWord(parts[place] ?? "", tokens[index + place]?.word)) return;
      found(owner, parts.length);
    };
    this.#byWord.get(word)?.forEach(fits);
    this.#byWord.get("_")?.forEach(fits);
    this.#byStem.get(word.slice(0, STEM_LETTERS))?.forEach(fits);
  }
}

/** The phrases of one meaning. */
export class PhraseList {
  readonly #at: LanguageCue["at"];
  readonly #index = new PhraseIndex<null>();

  constructor({ at, words }: Pick<LanguageCue, "at" | "words">) {
    this.#at = at;
    this.#index.add(words, null);
  }

  /** Whether the sentence contains a phrase. */
  isIn(tokens: WordToken[]): boolean {
    if (this.#at === "start") return this.lengthAt(tokens, 0) > 0;
    if (this.#at === "whole") return this.#covers(tokens);
    if (this.#at === "end") return this.startOfEnd(tokens) < tokens.length;
    return tokens.some((_, index) => this.lengthAt(tokens, index) > 0);
  }

  /** The number of words of the longest phrase that begins at `index`; 0 without a phrase. */
  lengthAt(tokens: WordToken[], index: number): number {
    let longest = 0;
    this.#index.at(tokens, index, (_, length) => {
      longest = Math.max(longest, length);
    });
    return longest;
  }

  /** The index of the phrase that ends the text; the number of words without such a phrase. */
  startOfEnd(tokens: WordToken[]): number {
    const earliest = Math.max(0, tokens.length - LONGEST_END);
    for (let index = earliest; index < tokens.length; index++)
      if (index + this.lengthAt(tokens, index) === tokens.length) return index;
    return tokens.length;
  }

  #covers(tokens: WordToken[]): boolean {
    let index = 0;
    while (index < tokens.length) {
      const length = this.lengthAt(tokens, index);
      if (length === 0) return false;
      index += length;
    }
    return tokens.length > 0;
  }
}

/** The most words of a phrase at the end of a sentence. */
const LONGEST_END = 5;

function isWord(part: string, word: string | undefined): boolean {
  if (word === undefined) return false;
  if (part === "_") return true;
  if (part === "#") return /\d/.test(word);
  return part.endsWith("*") ? word.startsWith(part.slice(0, -1)) : part === word;
}

/** `any (other) way/idea` → its four phrases. */
function expand([first, ...rest]: string[]): string[][] {
  if (first === undefined || first === "") return [[]];
  const ends = expand(rest);
  const optional = first.startsWith("(") && first.endsWith(")");
  const words = (optional ? first.slice(1, -1) : first).split("/");
  return [...words.flatMap((word) => ends.map((end) => [word, ...end])), ...(optional ? ends : [])];
}
