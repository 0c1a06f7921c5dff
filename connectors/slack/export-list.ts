import { UnreadableEntry } from "./unreadable-entry.ts";

export interface ListLimits {
  /** The longest element in characters of JSON. */
  elementCharacters: number;
  /** The most levels of nested lists and objects in one element. */
  depth: number;
}

/** One element of a list, or the reason why the element is invalid. */
export type ListElement = { value: unknown } | { broken: string };

/**
 * Parses a JSON list in pieces. Only one element is in memory at a time, even for a long list. Throws `UnreadableEntry`
 * for text that is not a list.
 */
export class ListParser {
  readonly #limits: ListLimits;
  #place: "before" | "inside" | "after" = "before";
  #element = "";
  #broken: string | null = null;
  /** The level of nesting inside the element. */
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #hasElements = false;

  constructor(limits: ListLimits) {
    this.#limits = limits;
  }

  /** Returns the elements that end in this piece of text. */
  push(piece: string): ListElement[] {
    const found: ListElement[] = [];
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const character = piece[at] as string;
      if (this.#place !== "inside") {
        this.#outside(character);
        from = at + 1;
      } else if (this.#isInString) this.#string(character);
      else if (character === '"') this.#isInString = true;
      else if (character === "{" || character === "[") this.#open();
      else if (this.#depth > 0) this.#depth -= character === "}" || character === "]" ? 1 : 0;
      else if (character === "," || character === "]") {
        this.#collect(piece.slice(from, at));
        this.#end(character, found);
        from = at + 1;
      }
    }
    if (this.#place === "inside") this.#collect(piece.slice(from));
    return found;
  }

  /** Ends the list. Must be called after the last piece. */
  finish(): void {
    if (this.#place !== "after") throw notJson();
  }

  #outside(character: string): void {
    if (" \t\r\n".includes(character)) return;
    if (this.#place === "after") throw notJson();
    if (character !== "[") throw new UnreadableEntry("It is not a list.");
    this.#place = "inside";
  }

  #string(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (character === "\\") this.#isEscaped = true;
    else if (character === '"') this.#isInString = false;
  }

  #open(): void {
    this.#depth += 1;
    if (this.#depth > this.#limits.depth) this.#broken = "It is nested too deeply.";
  }

  #collect(text: string): void {
    if (this.#element.length + text.length > this.#limits.elementCharacters)
      this.#broken ??= "An entry in it is too long and was left out.";
    this.#element = this.#broken ? "" : this.#element + text;
  }

  #end(character: string, found: ListElement[]): void {
    const isEmptyList = character === "]" && !this.#hasElements && !this.#broken && this.#element.trim() === "";
    if (this.#broken) found.push({ broken: this.#broken });
    else if (!isEmptyList) found.push({ value: parsed(this.#element) });
    this.#element = "";
    this.#broken = null;
    this.#hasElements = true;
    if (character === "]") this.#place = "after";
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

const notJson = () => new UnreadableEntry("It is not valid JSON.");
