import * as z from "zod";
import { ANY_MARKER } from "../knowledge-target.ts";
import {
  type ListedPage,
  type PagesToCheck,
  PassageCollector,
  type WikiList,
  type WikiListRequest,
  type WikiPage,
} from "../wiki-pages.ts";
import type { NotionApi } from "./api.ts";
import type { RemoteBlock } from "./blocks.ts";
import {
  expectShared,
  type FoundAncestors,
  findAbove,
  findNearestAbove,
  listContainers,
  parseChosen,
} from "./choice.ts";
import type { NotionConfig } from "./manifest.ts";
import { parseParentPageId } from "./page-id.ts";
import { isTrashed, type NotionPage, readTitle } from "./shapes.ts";

/** Notion's times are whole minutes: another edit within this time after the last one may not show in the version. */
const SETTLED_AFTER_MS = 2 * 60 * 1000;
/** A block with children costs a call, and Notion allows three a second. */
export const MAX_CALLS_PER_PAGE = 200;
export const MAX_PAGE_DEPTH = 8;

/**
 * Lists a portion of the pages that people shared with the integration, those that are chosen or below a chosen page or database.
 * Notion does not tell who may read them.
 */
export async function listPages(
  api: NotionApi,
  config: NotionConfig,
  ancestorsOf: (part: { isFirst: boolean }) => FoundAncestors,
  { places, since, cursor }: WikiListRequest,
): Promise<WikiList> {
  const chosen = parseChosen(places);
  if (chosen && cursor === null) await expectShared(api, chosen);
  const { results, next } = await api.editedPages(cursor, since !== null);
  const isPast = since !== null && results.some((page) => new Date(page.last_edited_time) < since);
  const shared = results.filter((page) => !isTrashed(page));
  const ancestors = ancestorsOf({ isFirst: cursor === null });
  const ownParent = parseParentPageId(config);
  const pages: ListedPage[] = [];
  for (const page of shared) {
    const above = chosen ? await findAbove(api, page, { chosen, known: ancestors.above }) : listPageAbove(page);
    const containers = listContainers(page).filter((id) => id !== ownParent);
    if (!chosen || isIn(chosen, page.id, above)) pages.push({ ...listed(page, above), containers });
  }
  ancestors.isBegun = true;
  return { pages, next: isPast ? null : next };
}

const listPageAbove = ({ parent }: NotionPage) =>
  parent?.type === "page_id" && parent.page_id ? [parent.page_id] : [];

const isIn = (chosen: ReadonlySet<string>, id: string, above: string[]) =>
  [id, ...above].some((one) => chosen.has(one));

/**
 * Notion trashes pages below a trashed one with it. Of a page that is where it was, what is further above is not asked for again: the
 * next list of all pages tells whether that was moved.
 */
export async function findGonePages(api: NotionApi, { places, pages }: PagesToCheck): Promise<string[]> {
  const chosen = parseChosen(places);
  const found = await Promise.all(
    pages.map(async ({ externalId: id, above }) => {
      const page = await api.readPage(id);
      if (!page || isTrashed(page)) return { id, isGone: true };
      if (!chosen) return { id, isGone: false };
      const isWhereItWas = above.length > 0 && findNearestAbove(page) === above.at(-1);
      const now = isWhereItWas ? above : await findAbove(api, page, { chosen, known: new Map() });
      return { id, isGone: !isIn(chosen, id, now) };
    }),
  );
  return found.flatMap(({ id, isGone }) => (isGone ? [id] : []));
}

const listed = (page: NotionPage, above: string[]): ListedPage => ({
  externalId: page.id,
  title: readTitle(page) || "Untitled",
  url: page.url,
  version: page.last_edited_time,
  editedAt: new Date(page.last_edited_time),
  editedBy: null,
  readers: "place",
  above,
});

export async function readPage(api: NotionApi, externalId: string): Promise<WikiPage | null> {
  const page = await api.readPage(externalId);
  if (!page || isTrashed(page)) return null;
  const reader = new PageReader(api);
  reader.properties(page);
  await reader.below(page.id, 1);
  const { all, isCut } = reader.passages;
  const isOurs = all.some(({ text }) => ANY_MARKER.test(text));
  return {
    version: deriveListVersion(page),
    title: readTitle(page) || "Untitled",
    isOurs,
    passages: isOurs ? [] : all,
    isCut,
  };
}

/** Marks the version of a page that was edited just now. Otherwise a second edit within the same minute would never be read. */
export function deriveListVersion({ last_edited_time: edited }: NotionPage): string {
  return Date.now() > Date.parse(edited) + SETTLED_AFTER_MS ? edited : `${edited}~`;
}

const run = z.object({ plain_text: z.string().nullish(), text: z.object({ content: z.string() }).nullish() });
const runs = z.array(run);
export const blockContentSchema = z.looseObject({
  rich_text: runs.nullish(),
  caption: runs.nullish(),
  cells: z.array(runs).nullish(),
});
const named = z.object({ name: z.string() });

export const joinRunText = (given: z.infer<typeof runs> | null | undefined) =>
  (given ?? []).map(({ plain_text, text }) => plain_text ?? text?.content ?? "").join("");

class PageReader {
  readonly passages = new PassageCollector();
  readonly #api: NotionApi;
  #calls = 0;

  constructor(api: NotionApi) {
    this.#api = api;
  }

  /** The values of a database's row, without people and addresses. */
  properties({ properties }: NotionPage): void {
    const values = Object.entries(properties).map(([name, property]) => [name, valueOf(property)] as const);
    const kept = values.filter(([, value]) => value !== "");
    this.passages.row(
      kept.map(([, value]) => value),
      kept.map(([name]) => name),
    );
  }

  async below(blockId: string, depth: number): Promise<void> {
    if (depth > MAX_PAGE_DEPTH || this.#calls === MAX_CALLS_PER_PAGE) {
      this.passages.isCut = true;
      return;
    }
    this.#calls += 1;
    let columns: string[] = [];
    for await (const block of this.#api.children(blockId)) {
      if (this.passages.isCut) return;
      // Child pages and databases are pages of their own, so their blocks are skipped.
      if (block.type === "child_page" || block.type === "child_database") continue;
      columns = this.#read(block, columns);
      if (block.has_children) await this.below(block.id, depth + 1);
    }
  }

  /** Returns the names of the columns for the rows that follow. */
  #read(block: RemoteBlock, columns: string[]): string[] {
    const { rich_text, caption, cells } = blockContentSchema.safeParse(block[block.type]).data ?? {};
    const words = joinRunText(rich_text);
    const level = /^heading_(\d)$/.exec(block.type)?.[1];
    if (cells && columns.length === 0) return cells.map(joinRunText);
    if (cells) this.passages.row(cells.map(joinRunText), columns);
    else if (level) this.passages.heading(Number(level), words, block.id.replaceAll("-", ""));
    else this.passages.add(block.type === "code" ? "code" : "sentence", words);
    this.passages.add("sentence", joinRunText(caption));
    return columns;
  }
}

const property = z.looseObject({ type: z.string() });

function valueOf(given: unknown): string {
  const found = property.safeParse(given).data;
  const value = found?.[found.type];
  switch (found?.type) {
    case "rich_text":
      return joinRunText(runs.safeParse(value).data);
    case "select":
    case "status":
      return named.safeParse(value).data?.name ?? "";
    case "multi_select":
      return (z.array(named).safeParse(value).data ?? []).map(({ name }) => name).join(", ");
    case "number":
      return typeof value === "number" ? String(value) : "";
    case "date":
      return z.object({ start: z.string() }).safeParse(value).data?.start ?? "";
    default:
      return "";
  }
}
