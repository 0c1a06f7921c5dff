import type { Cue } from "./cue.ts";

/** A word of a text in lower case, and where it stands. */
export interface Token {
  word: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu;
/** A sentence says what it does in its first words; a longer one is a dump. */
const MOST_CHARACTERS = 600;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.slice(0, MOST_CHARACTERS).matchAll(WORD)) {
    const word = match[0].toLowerCase().replaceAll("’", "'");
    tokens.push({ word, start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

/** Letters by which phrases are found whose first word is a beginning: `fail*`. */
const STEM_LETTERS = 3;

/** Phrases of all languages for one meaning, found by their first words. */
export class Phrases {
  readonly #at: Cue["at"];
  readonly #byWord = new Map<string, string[][]>();

  constructor(at: Cue["at"], lines: string[]) {
    this.#at = at;
    for (const line of lines) for (const phrase of expand(line.trim().split(/\s+/))) this.#add(phrase);
  }

  /** Whether the sentence has the meaning. */
  isIn(tokens: Token[]): boolean {
    if (this.#at === "start") return this.lengthAt(tokens, 0) > 0;
    if (this.#at === "whole") return this.#covers(tokens);
    if (this.#at === "end") return this.startOfEnd(tokens) < tokens.length;
    return tokens.some((_, index) => this.lengthAt(tokens, index) > 0);
  }

  /** How many words from here on are the longest phrase; 0 without one. */
  lengthAt(tokens: Token[], index: number): number {
    const word = tokens[index]?.word;
    if (word === undefined) return 0;
    const found = [...(this.#byWord.get(word) ?? []), ...(this.#byWord.get(`${word.slice(0, STEM_LETTERS)}*`) ?? [])];
    return found.reduce((longest, phrase) => {
      const fits = phrase.every((part, place) => isWord(part, tokens[index + place]?.word));
      return fits ? Math.max(longest, phrase.length) : longest;
    }, 0);
  }

  /** Where a phrase begins that ends with the text; the number of words without one. */
  startOfEnd(tokens: Token[]): number {
    const earliest = Math.max(0, tokens.length - LONGEST_END);
    for (let index = earliest; index < tokens.length; index++)
      if (index + this.lengthAt(tokens, index) === tokens.length) return index;
    return tokens.length;
  }

  #covers(tokens: Token[]): boolean {
    let index = 0;
    while (index < tokens.length) {
      const length = this.lengthAt(tokens, index);
      if (length === 0) return false;
      index += length;
    }
    return tokens.length > 0;
  }

  #add(phrase: string[]): void {
    const [first = ""] = phrase;
    const key = first.endsWith("*") ? `${first.slice(0, STEM_LETTERS)}*` : first;
    this.#byWord.set(key, [...(this.#byWord.get(key) ?? []), phrase]);
  }
}

/** Words of the longest phrase that ends a sentence. */
const LONGEST_END = 5;

function isWord(part: string, word: string | undefined): boolean {
  if (word === undefined) return false;
  if (part === "_") return true;
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
