import { Refused } from "./errors.ts";
import { oneLine, type PagePassage } from "./wiki-pages.ts";

/**
 * A target's ability to correct a page that people wrote. An edit changes as few words as possible in the page's own
 * format, and leaves everything else unchanged. If the target is not certain, it throws `Refused` with a sentence for
 * people.
 */
export interface WikiRepairing<Config> {
  /** Computes the edit without writing. Throws `PageChanged` if the page has another version. */
  planRepair(config: Config, repair: RepairRequest, signal?: AbortSignal): Promise<PlannedRepair>;
  /**
   * Makes the edit if the page still has the expected version; otherwise throws `PageChanged`. `before` gets the edit
   * directly before the only request that changes something.
   */
  repair(config: Config, repair: RepairRequest, signal?: AbortSignal, before?: BeforeRepair): Promise<RepairedPage>;
  /**
   * Finds the outcome if the response to `repair` was lost; null if nothing was changed. Reads the page itself, never a
   * search index.
   */
  findRepair(config: Config, repair: UnconfirmedRepair, signal?: AbortSignal): Promise<RepairedPage | null>;
  /** The state of a repair's request; null when the request is gone. Absent where changes have no reviewers. */
  findReview?(config: Config, key: string, signal?: AbortSignal): Promise<RepairReview | null>;
}

/** The request in which reviewers decide about a repair. */
export interface RepairReview {
  state: "open" | "merged" | "declined";
  url: string;
  /** The person who declined it, and when, as far as the platform tells. */
  by: string | null;
  at: Date | null;
}

export interface RepairRequest {
  externalId: string;
  /** The expected version. Null accepts every version, because an undo compares only its own block. */
  expectedVersion: string | null;
  change: PageChange;
  /** The note of the new version. It contains the person's name and `key`. */
  note: string;
  /** A text of lower-case letters and digits that identifies the repair on the platform. */
  key: string;
}

export interface UnconfirmedRepair {
  externalId: string;
  key: string;
  planned: PlannedRepair;
}

export type PageChange =
  | { kind: "replace"; at: StatementPosition; text: string }
  /** Adds sentences after a passage, or after the last passage under a heading. */
  | { kind: "add"; at: StatementPosition | { headings: string[] }; text: string }
  /** Undoes an edit if nobody has changed its block since. */
  | { kind: "undo"; edit: PageEdit };

/**
 * The place of a sentence: the nth (from 0) of the passages under these headings that contain the text, and the number
 * of these passages.
 */
export interface StatementPosition {
  headings: string[];
  text: string;
  nth: number;
  of: number;
}

/** Finds the place of a sentence in one of a page's passages. */
export function findStatementPosition(
  passages: Pick<PagePassage, "headings" | "text">[],
  position: number,
  sentence?: string,
): StatementPosition {
  const { headings = [], text: whole = "" } = passages[position] ?? {};
  const text = oneLine(sentence ?? whole);
  const alike = passages.flatMap((passage, index) =>
    haveSameHeadings(passage.headings, headings) && findOccurrences(passage.text, text).length > 0 ? [index] : [],
  );
  return { headings, text, nth: alike.indexOf(position), of: alike.length };
}

export const haveSameHeadings = (one: string[], other: string[]): boolean =>
  one.length === other.length && one.every((heading, index) => oneLine(heading) === oneLine(other[index] ?? ""));

/** Returns the positions of the sentence in a text, only at word boundaries. */
export function findOccurrences(text: string, sentence: string): number[] {
  const found: number[] = [];
  if (sentence === "") return found;
  for (let at = text.indexOf(sentence); at >= 0; at = text.indexOf(sentence, at + 1)) {
    const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at + sentence.length).slice(0, 2)];
    const isCutBefore = /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(sentence);
    const isCutAfter = /[\p{L}\p{N}]$/u.test(sentence) && /^[\p{L}\p{N}]/u.test(after);
    if (!isCutBefore && !isCutAfter) found.push(at);
  }
  return found;
}

/**
 * The change of one block in the page's own format. With an empty `before` the block is added; with an empty `after` it
 * is removed.
 */
export interface PageEdit {
  before: string;
  after: string;
  /** The platform's id of the block, if blocks have ids. */
  block?: string;
}

export interface PlannedRepair {
  /** The version of the page that was edited. */
  version: string;
  edit: PageEdit;
  /** The block's words as readers see them, before and after the edit. */
  shown: { before: string; after: string };
}

export type BeforeRepair = (planned: PlannedRepair) => Promise<void>;

export interface RepairedPage {
  version: string;
  /** The address of the page, or of the request in which reviewers decide about the edit. */
  url: string;
  /** Reviewers decide, or have decided since: `findReview` tells. */
  isInReview?: true;
}

export const LONGEST_CHANGE = 2_000;

/** Joins new words into one line without control characters. */
export function cleanWords(text: string): string {
  const line = oneLine(text.toWellFormed().replace(/(?!\s)\p{Cc}|[\ufffe\uffff]/gu, ""));
  if (line === "" || line.length > LONGEST_CHANGE)
    throw new Refused(`New words are at least one character and at most ${LONGEST_CHANGE.toLocaleString("en")}.`);
  return line;
}

/** The reason why words of a page cannot be edited. */
export type EditObstacle = "table" | "macro" | "code" | "formatting" | "comments";

const LOCKED: Record<EditObstacle, string> = {
  table: "The sentence is in a table. Change it on the page itself.",
  macro: "The sentence is in a macro or template. Change it on the page itself.",
  code: "The words are in code. Change them on the page itself.",
  formatting: "The words to change are formatted in parts, or are a link. Change them on the page itself.",
  comments: "People discuss this block, and changing it could lose their comments. Change it on the page itself.",
};

export const createObstacleError = (lock: EditObstacle) => new Refused(LOCKED[lock]);

export const createSentenceNotUniqueError = () =>
  new Refused("The page does not have this sentence exactly where it was, or not just once.");

export const createChangedSinceError = () =>
  new Refused("Somebody changed this part of the page since. Change it on the page itself.");
