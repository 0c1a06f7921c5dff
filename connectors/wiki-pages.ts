import { NotFound } from "./errors.ts";

/**
 * A target's ability to read the pages that people wrote. `listPages` lists the pages, and `readPage` reads one page.
 * Both throw `ConnectorError`, like the other methods.
 */
export interface WikiReading<Config> {
  /** True if the platform does not report who may read a page. `readers` is then never `place`. */
  hidesReaders?: true;
  /** The number of pages that the platform permits to read at the same time; absent for one. */
  readsAtOnce?: number;
  /**
   * Returns one part of the pages that the configured account sees; `cursor` continues a list. With `since`, pages that
   * nobody edited after that time may be omitted. A list without `since` is complete at its end: a page that it does
   * not contain no longer exists.
   */
  listPages(config: Config, request: WikiListRequest, signal?: AbortSignal): Promise<WikiList>;
  /** Reads a page; null if the page is deleted, restricted or not visible. */
  readPage(config: Config, externalId: string, signal?: AbortSignal): Promise<WikiPage | null>;
  /**
   * The ids of those of a few pages that are gone, outside of the chosen places, restricted, or below a restricted page by now, in as
   * few calls as the platform allows.
   */
  findGone(config: Config, asked: PagesToCheck, signal?: AbortSignal): Promise<string[]>;
  /** The values from which people choose what is read, as `filterChoices` selects them. Absent where no kind is listed. */
  listChoices?(config: Config, request: ChoiceRequest, signal?: AbortSignal): Promise<ReadingChoice[]>;
}

export interface ChoiceRequest {
  kind: string;
  /** A part of the name; '' for all. */
  text: string;
  /** Values that are chosen already. They are returned with their names, whatever the text is. */
  chosen: string[];
}

export interface ReadingChoice {
  id: string;
  name: string;
}

/** Reads each of the pages, on platforms that cannot be asked for a few pages at once. */
export async function findUnreadable(
  { pages }: Pick<PagesToCheck, "pages">,
  read: (externalId: string) => Promise<unknown>,
): Promise<string[]> {
  const isGone = async (id: string) => {
    try {
      return (await read(id)) === null;
    } catch (error) {
      if (error instanceof NotFound) return true;
      throw error;
    }
  };
  const found = await Promise.all(pages.map(async ({ externalId: id }) => ({ id, isGone: await isGone(id) })));
  return found.flatMap(({ id, isGone: gone }) => (gone ? [id] : []));
}

const MOST_CHOICES = 50;

export function filterChoices(
  all: readonly ReadingChoice[],
  { text, chosen }: Omit<ChoiceRequest, "kind">,
): ReadingChoice[] {
  const isChosen = ({ id }: ReadingChoice) => chosen.includes(id);
  const found = all.filter((one) => !isChosen(one) && one.name.toLowerCase().includes(text.toLowerCase()));
  return [...all.filter(isChosen), ...found.slice(0, MOST_CHOICES)];
}

/**
 * Refuses to list pages when a chosen value is gone or hidden, because a list without its pages would erase them. `noun` names the
 * kind: 'collection'.
 */
export function expectChosen(noun: string, chosen: readonly string[], isThere: (value: string) => boolean): void {
  const missing = chosen.find((value) => !isThere(value));
  if (missing !== undefined)
    throw new NotFound(
      `There is no ${noun} “${missing.slice(0, 100)}” that the account can see, but it is chosen to be read.`,
    );
}

export interface PagesToCheck {
  places: string[];
  pages: Pick<ListedPage, "externalId" | "above">[];
}

export interface WikiListRequest {
  /** The chosen places, as `parseReadingFilters` reads them; empty for the place where articles are published, or for everything. */
  places: string[];
  since: Date | null;
  cursor: string | null;
}

export interface WikiList {
  pages: ListedPage[];
  /** The cursor of the next part; null at the end. */
  next: string | null;
}

/**
 * The readers of a page. `place`: everybody who may read its space. `restricted`: fewer people. `unknown`: the platform
 * does not report it.
 */
export type PageReaders = "place" | "restricted" | "unknown";

export interface ListedPage {
  externalId: string;
  title: string;
  url: string;
  /** Changes with every edit. Versions can be equal or different, but they have no order. */
  version: string;
  editedAt: Date | null;
  editedBy: string | null;
  readers: PageReaders;
  /** The ids of the pages above this page, the nearest one last. Their restrictions apply to this page too. */
  above: string[];
  /**
   * The ids of what the page is directly in: a page (then also in `above`), section, database, folder or categories. Only those other than
   * the place of new articles, and in which an article can be put by `move`, or by `publish` where `setsContainersOnCreation`.
   */
  containers?: string[];
}

export interface WikiPage {
  /** The version that was read. It can be compared with a version in the list. */
  version: string;
  title: string;
  /** True for a page that we wrote from an article. */
  isOurs: boolean;
  /** The passages in reading order; empty for a page that we wrote. */
  passages: PagePassage[];
  /** True if the page was too long to be read completely. */
  isCut: boolean;
}

/** A paragraph, list item, table row or code block, as plain text. */
export interface PagePassage {
  /** The headings above the passage, outermost first. */
  headings: string[];
  form: "sentence" | "row" | "code";
  text: string;
  /** The part of the page's address after '#' that leads to the nearest heading; absent where the platform has none. */
  anchor?: string;
}

/** The way in which a platform forms the anchors of headings. */
export interface HeadingAnchors {
  fromText(heading: string): string;
  /** The anchor of a later heading that has the same one: 'returns-1'. */
  repeated(anchor: string, before: number): string;
}

const LONGEST_ANCHOR = 500;

const MOST_PASSAGES = 2_000;
const MOST_CHARACTERS = 200_000;
const LONGEST_PASSAGE = 4_000;
const LONGEST_HEADING = 200;

/** Remembers the headings above the next passage. */
export class HeadingPath {
  #headings: { level: number; text: string }[] = [];

  get texts(): string[] {
    return this.#headings.map(({ text }) => text);
  }

  add(level: number, text: string): void {
    const cleaned = oneLine(text).slice(0, LONGEST_HEADING);
    this.#headings = this.#headings.filter((above) => above.level < level);
    if (cleaned) this.#headings.push({ level, text: cleaned });
  }
}

/** Collects the passages of a page with the headings before them, within limits. */
export class PassageCollector {
  readonly all: PagePassage[] = [];
  isCut = false;
  readonly #anchors: HeadingAnchors | null;
  readonly #used = new Map<string, number>();
  #headings = new HeadingPath();
  #above: { level: number; anchor: string | null }[] = [];
  #characters = 0;

  constructor(anchors: HeadingAnchors | null = null) {
    this.#anchors = anchors;
  }

  /** `anchor` is the one that the page itself gives the heading. */
  heading(level: number, text: string, anchor: string | null = null): void {
    this.#headings.add(level, text);
    this.#above = this.#above.filter((above) => above.level < level);
    const words = oneLine(text).toWellFormed();
    const own = anchor && oneLine(anchor).toWellFormed();
    if (words) this.#above.push({ level, anchor: own || this.#anchorOf(words) });
  }

  #anchorOf(heading: string): string | null {
    const anchor = this.#anchors?.fromText(heading);
    if (!this.#anchors || !anchor) return null;
    const before = this.#used.get(anchor) ?? 0;
    this.#used.set(anchor, before + 1);
    return before === 0 ? anchor : this.#anchors.repeated(anchor, before);
  }

  add(form: PagePassage["form"], text: string): void {
    const cleaned = form === "code" ? text.replaceAll("\0", "").trim() : oneLine(text);
    if (!/[\p{L}\p{N}]/u.test(cleaned)) return;
    const kept = cleaned.slice(0, LONGEST_PASSAGE).toWellFormed();
    if (this.all.length === MOST_PASSAGES || this.#characters + kept.length > MOST_CHARACTERS) {
      this.isCut = true;
      return;
    }
    if (kept.length < cleaned.length) this.isCut = true;
    this.#characters += kept.length;
    const anchor = this.#above.at(-1)?.anchor;
    const isLink = anchor && anchor.length <= LONGEST_ANCHOR;
    this.all.push({ headings: this.#headings.texts, form, text: kept, ...(isLink && { anchor }) });
  }

  /** Adds a row of a table. If the table has column names, each value follows the name of its column. */
  row(cells: string[], columns: string[] = []): void {
    const named = cells.map(oneLine).map((cell, at) => {
      const column = oneLine(columns[at] ?? "");
      return column && cell ? `${column}: ${cell}` : cell;
    });
    this.add("row", named.filter(Boolean).join("; "));
  }
}

/** Normalizes words for comparison: one line, with single spaces. */
export const oneLine = (text: string): string =>
  text
    .replaceAll("\0", "")
    .replace(/[\s\u00a0\u200b]+/g, " ")
    .trim()
    .normalize("NFC");
