import { diffIndices } from "node-diff3";
import { Refused } from "./errors.ts";
import { oneLine } from "./wiki-pages.ts";
import {
  cleanWords,
  createChangedSinceError,
  createObstacleError,
  createSentenceNotUniqueError,
  type EditObstacle,
  findOccurrences,
  haveSameHeadings,
  type PageChange,
  type PageEdit,
  type PlannedRepair,
  type StatementPosition,
} from "./wiki-repair.ts";

/** One visible character and its range in the page's source text. A run of spaces counts as one character. */
export interface MarkupCharacter {
  text: string;
  from: number;
  until: number;
  /** Characters with the same number have no markup between them. */
  piece: number;
  /** The number of inline elements around the character. */
  depth: number;
  /** True for text that is never edited: a link's address, code, or content that the platform inserts. */
  isFixed: boolean;
}

/** A passage of the page and its position in the source text. */
export interface MarkupRun {
  headings: string[];
  characters: MarkupCharacter[];
  start: number;
  until: number;
  /** The range that is removed if the whole block is removed. */
  outer: { start: number; until: number };
  lock: EditObstacle | null;
  /** The position for a new block after this block; null if no block can be added there. */
  after: InsertionPoint | null;
}

export interface InsertionPoint {
  at: number;
  open: string;
  close: string;
}

/** A page's source text, parsed for edits. */
export interface MarkupPage {
  runs: MarkupRun[];
  /** The end of the passages under each heading. */
  sections: { headings: string[]; end: InsertionPoint }[];
}

/** A page format in which the whole page is one source text. */
export interface MarkupFormat {
  read(source: string): MarkupPage;
  escape(words: string): string;
  /** Whether two pieces of source text look the same to readers. The platform may have added ids to one of them. */
  same(one: string, other: string): boolean;
}

export interface PlannedMarkupEdit extends Omit<PlannedRepair, "version"> {
  source: string;
}

/**
 * Computes the new source text of a page, in which only the differing words change. Parses the result again to verify
 * the edit.
 */
export function editMarkup(format: MarkupFormat, source: string, change: PageChange): PlannedMarkupEdit {
  const page = format.read(source);
  const planned =
    change.kind === "undo"
      ? undo(format, page, source, change.edit)
      : change.kind === "add"
        ? add(format, page, source, change)
        : replace(format, page, source, change);
  prove(page, format.read(planned.source), planned);
  return planned;
}

/** Whether the source text contains the edit's result. */
export function containsEdit(format: MarkupFormat, source: string, { before, after }: PageEdit): boolean {
  const { runs } = format.read(source);
  const blocks = runs.map(({ outer }) => source.slice(outer.start, outer.until));
  if (after === "") return !blocks.some((block) => format.same(block, before));
  const candidates = before === "" ? blocks : runs.map(({ start, until }) => source.slice(start, until));
  return candidates.some((one) => format.same(one, after));
}

export const readRunText = ({ characters }: Pick<MarkupRun, "characters">) =>
  characters
    .map(({ text }) => text)
    .join("")
    .trim();

/**
 * Returns the nth passage that contains the sentence. Refuses if the number of these passages is not the expected one.
 */
export function findPassage<Run extends { headings: string[]; lock: EditObstacle | null }>(
  runs: Run[],
  { headings, text, nth, of }: StatementPosition,
  shownOf: (run: Run) => string,
): { run: Run; at: number; sentence: string } {
  const sentence = oneLine(text);
  const found = runs.filter(
    (run) => haveSameHeadings(run.headings, headings) && findOccurrences(shownOf(run), sentence).length > 0,
  );
  const run = found[nth];
  if (sentence === "" || !run || found.length !== of) throw createSentenceNotUniqueError();
  if (run.lock) throw createObstacleError(run.lock);
  const [at, another] = findOccurrences(shownOf(run), sentence);
  if (at === undefined || another !== undefined) throw createSentenceNotUniqueError();
  return { run, at, sentence };
}

const rawWords = (run: MarkupRun) => run.characters.map(({ text }) => text).join("");

type ReplaceChange = Extract<PageChange, { kind: "replace" }>;

function replace(
  format: MarkupFormat,
  page: MarkupPage,
  source: string,
  { at: place, text }: ReplaceChange,
): PlannedMarkupEdit {
  const { run, at, sentence } = findPassage(page.runs, place, rawWords);
  const words = cleanWords(text);
  if (words === sentence) throw new Refused("The page says this already.");
  let block = source.slice(run.start, run.until);
  for (const { from, until, text: written } of listChanges(run, at, sentence, words).reverse()) {
    const spaces = /^( *)(.*?)( *)$/s.exec(written);
    const escaped = `${spaces?.[1] ?? ""}${format.escape(spaces?.[2] ?? "")}${spaces?.[3] ?? ""}`;
    block = block.slice(0, from - run.start) + escaped + block.slice(until - run.start);
  }
  const shown = rawWords(run);
  return {
    source: source.slice(0, run.start) + block + source.slice(run.until),
    edit: { before: source.slice(run.start, run.until), after: block },
    shown: { before: shown.trim(), after: (shown.slice(0, at) + words + shown.slice(at + sentence.length)).trim() },
  };
}

/** A part of the source text, and the `text` that replaces it. The part contains no markup. */
interface TextChange {
  from: number;
  until: number;
  piece: number;
  text: string;
}

/** Returns the parts of the source text to replace, so that the sentence at this position becomes the new words. */
export function listChanges(
  run: Pick<MarkupRun, "characters">,
  at: number,
  sentence: string,
  words: string,
): TextChange[] {
  return wordChanges(sentence, words).map(({ from, until, text }) => ({
    ...rangeOf(run, at + from, at + until),
    text,
  }));
}

const TOKENS = /[\p{L}\p{N}\p{M}]+|\s+|[\s\S]/gu;

/** Returns the differing words in order. Characters from `from` to `until` become `text`. */
function wordChanges(before: string, after: string): Omit<TextChange, "piece">[] {
  const [old, wanted] = [before.match(TOKENS) ?? [], after.match(TOKENS) ?? []];
  const startOf = (index: number) => old.slice(0, index).join("").length;
  return (diffIndices(old, wanted) as unknown as DiffRegion[]).map(({ buffer1, buffer2 }) => ({
    from: startOf(buffer1[0]),
    until: startOf(buffer1[0] + buffer1[1]),
    text: wanted.slice(buffer2[0], buffer2[0] + buffer2[1]).join(""),
  }));
}

type DiffRegion = { buffer1: [from: number, length: number]; buffer2: [from: number, length: number] };

/** Returns the characters' range in the source text. Between two characters, returns the position outside of markup. */
function rangeOf({ characters }: Pick<MarkupRun, "characters">, from: number, until: number): Omit<TextChange, "text"> {
  const changed = unitsBetween(characters, from, until);
  const [first] = changed;
  const last = changed.at(-1);
  if (first && last) {
    if (changed.some(({ piece, isFixed }) => isFixed || piece !== first.piece)) throw createObstacleError("formatting");
    return { from: first.from, until: last.until, piece: first.piece };
  }
  const before = unitsBetween(characters, from - 1, from)[0];
  const after = unitsBetween(characters, from, from + 1)[0];
  const isBefore = before && !before.isFixed && (!after || after.isFixed || before.depth <= after.depth);
  if (isBefore) return { from: before.until, until: before.until, piece: before.piece };
  if (after && !after.isFixed) return { from: after.from, until: after.from, piece: after.piece };
  throw createObstacleError("formatting");
}

const unitsBetween = (characters: MarkupCharacter[], from: number, until: number): MarkupCharacter[] => {
  const found: MarkupCharacter[] = [];
  let at = 0;
  for (const unit of characters) {
    if (at >= until) break;
    if (at + unit.text.length > from) found.push(unit);
    at += unit.text.length;
  }
  return found;
};

type AddChange = Extract<PageChange, { kind: "add" }>;

function add(
  format: MarkupFormat,
  page: MarkupPage,
  source: string,
  { at: place, text }: AddChange,
): PlannedMarkupEdit {
  const words = cleanWords(text);
  const { at, open, close } = "text" in place ? afterPassage(page, place) : sectionEnd(page, place.headings);
  const block = open + format.escape(words) + close;
  return {
    source: source.slice(0, at) + block + source.slice(at),
    edit: { before: "", after: block },
    shown: { before: "", after: words },
  };
}

function afterPassage({ runs }: MarkupPage, place: StatementPosition): InsertionPoint {
  const { run } = findPassage(runs, place, rawWords);
  if (!run.after) throw createObstacleError("macro");
  return run.after;
}

function sectionEnd({ sections }: MarkupPage, headings: string[]): InsertionPoint {
  const [found, another] = sections.filter((section) => haveSameHeadings(section.headings, headings));
  if (!found || another) throw new Refused("The page does not have this heading exactly once.");
  return found.end;
}

function undo(format: MarkupFormat, page: MarkupPage, source: string, { before, after }: PageEdit): PlannedMarkupEdit {
  const rangeIn = (run: MarkupRun) => (before === "" ? run.outer : run);
  const found = page.runs.filter((run) => format.same(source.slice(rangeIn(run).start, rangeIn(run).until), after));
  const [run] = found;
  if (!run || found.length > 1 || run.lock) throw createChangedSinceError();
  const { start, until } = rangeIn(run);
  const restored = source.slice(0, start) + before + source.slice(until);
  const again = before === "" ? undefined : format.read(restored).runs[page.runs.indexOf(run)];
  return {
    source: restored,
    edit: { before: source.slice(start, until), after: before },
    shown: { before: readRunText(run), after: again ? readRunText(again) : "" },
  };
}

/** Throws if the edit would change another passage or would result in the wrong text. */
function prove(before: MarkupPage, after: MarkupPage, { shown, edit }: PlannedMarkupEdit): void {
  const [old, now] = [before, after].map(({ runs }) =>
    runs.map((run) => JSON.stringify([run.headings, readRunText(run)])),
  );
  const difference = diffIndices(old ?? [], now ?? []) as unknown as DiffRegion[];
  const [only, another] = difference;
  const [gone, come] = [edit.before === "" ? 0 : 1, edit.after === "" ? 0 : 1];
  const isOne = only !== undefined && !another && only.buffer1[1] === gone && only.buffer2[1] === come;
  const run = only && after.runs[only.buffer2[0]];
  const isRight = come === 0 || (run !== undefined && readRunText(run) === shown.after);
  if (!isOne || !isRight) throw new Refused("The words cannot be changed here without touching others.");
}
