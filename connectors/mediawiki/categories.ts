import * as z from "zod";
import { NotFound } from "../errors.ts";
import { ANY_MARKER, type BeforeSending, type CategoryFolders, type RemotePage } from "../knowledge-target.ts";
import type { WikiApi } from "./api.ts";
import { joinWikitext } from "./blocks.ts";
import type { MediaWikiConfig } from "./manifest.ts";
import { findOwnPage, listPagesCreatedSince, readPage, readPages, toRemotePage, type WikiPage } from "./pages.ts";
import { buildCategoryLine, replaceCategoryLines } from "./places.ts";
import { buildDisplayTitle, toWikiTitle } from "./title.ts";
import { createPage, createPageChangedError, deletePage, renamePage, saveText } from "./writing.ts";

const DISPLAY_TITLE = /\{\{DISPLAYTITLE:[^{}]*\}\}\n?/;
/** The namespace of category pages: https://www.mediawiki.org/wiki/Manual:Namespace_constants */
const CATEGORY_PAGES = "14";
const ARRANGED = { summary: "Lorekeep: arranged by category", minor: "1" } as const;

const RENAMED = "Lorekeep: the category was renamed";

type OpenWikiApi = (config: MediaWikiConfig, signal?: AbortSignal) => WikiApi;

/**
 * Represents categories as category pages below the configured category. A page names its category in its own text, so
 * renaming a category updates the pages that we placed there. Pages that people added stay in the category that their
 * text names.
 */
export const createWikiCategories = (open: OpenWikiApi): CategoryFolders<MediaWikiConfig> => ({
  async publish(config, { title, blocks }, signal, before) {
    const text = `${joinWikitext(blocks)}\n\n${[shownAs(title), buildCategoryLine(null, config)].filter(Boolean).join("\n")}`;
    return categoryPage(await createPage(open(config, signal), config, { wikiTitle: titleOf(title), text }, before));
  },

  async update(config, id, { title, expectedVersion }, signal, before) {
    const api = open(config, signal);
    const found = await readPage(api, id);
    if (!found) throw gone();
    if (found.state === "trashed" || found.version !== expectedVersion) throw createPageChangedError();
    return categoryPage(await renameCategory(api, config, { found, title }, before));
  },

  async find(config, { marker, title, createdAfter, known = new Set() }, signal) {
    const api = open(config, signal);
    const named = await findOwnPage(api, titleOf(title));
    const since = await listPagesCreatedSince(api, createdAfter, known);
    const isNew = named && !known.has(named.firstVersion) && !since.some(isSame(named));
    const user = await api.user();
    return [...(isNew ? [named] : []), ...since]
      .filter((page) => page.state === "current" && markerIn(page) === marker)
      .map((page) => ({ ...categoryPage(page), marker, isUntouched: page.editor === user }));
  },

  async read(config, id, signal) {
    const found = await readPage(open(config, signal), id);
    return found && categoryPage(found);
  },

  /**
   * Deletes a category only if it has no members. Pages that people add to it later are not lost, because the wiki
   * stores members apart from the category's page.
   */
  async archive(config, id, signal) {
    const api = open(config, signal);
    const page = await readPage(api, id);
    if (page?.state !== "current") return;
    const user = await api.user();
    const members = await membersOf(api, page.wikiTitle);
    // The wiki's list of members is behind our changes for a moment, so the texts of the pages are checked.
    const isLeft = ({ editor, text }: WikiPage) => editor !== user || isIn(text, page.wikiTitle);
    if (!members.some(isLeft)) await deletePage(api, page, "Lorekeep: the category has no articles any more");
  },

  move: (config, id, parentId, signal) => movePageToCategory(open(config, signal), config, id, parentId),
});

/** The most categories of people that an article is put into. */
const MOST_OF_PEOPLE = 10;

const categoryTexts = z.object({
  query: z.object({
    pages: z.array(
      z.object({
        title: z.string(),
        revisions: z
          .array(z.object({ slots: z.object({ main: z.object({ content: z.string().nullish() }) }).nullish() }))
          .nullish(),
      }),
    ),
  }),
});

/** Leaves out our own category pages: an article comes into these, and leaves them, by `move`. */
export async function withoutOwnCategories(api: WikiApi, names: string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const titles = names.slice(0, MOST_OF_PEOPLE).map((name) => `Category:${name}`);
  const question = { titles: titles.join("|"), prop: "revisions", rvprop: "content", rvslots: "main" };
  const { pages } = (await api.read(question, categoryTexts)).query;
  const isOurs = ({ revisions }: (typeof pages)[number]) => ANY_MARKER.test(revisions?.[0]?.slots?.main.content ?? "");
  return pages.flatMap((page) => (isOurs(page) ? [] : [page.title.slice(page.title.indexOf(":") + 1)]));
}

/** Puts a page or a category page into another category; null means the configured category. */
export async function movePageToCategory(
  api: WikiApi,
  config: MediaWikiConfig,
  id: string,
  parentId: string | null,
): Promise<void> {
  const page = await readPage(api, id);
  const above = parentId === null ? null : await readPage(api, parentId);
  if (page?.state !== "current" || (parentId !== null && above?.state !== "current")) throw gone();
  await write(api, page, replaceCategoryLines(page.text, buildCategoryLine(above?.wikiTitle ?? null, config), config));
}

const write = async (api: WikiApi, page: WikiPage, text: string, before?: BeforeSending): Promise<string> =>
  text === page.text ? page.version : saveText(api, page, { text, ...ARRANGED }, before);

/**
 * Renames the category page first, which leaves a redirect, and then updates the members under the old name. After an
 * interruption, the next call finds the remaining members.
 */
async function renameCategory(
  api: WikiApi,
  config: MediaWikiConfig,
  { found, title }: { found: WikiPage; title: string },
  before?: BeforeSending,
): Promise<WikiPage> {
  await takeAlong(api, config, found, before);
  const wikiTitle = titleOf(title);
  const isSame = found.wikiTitle.slice(found.wikiTitle.indexOf(":")) === wikiTitle.slice(wikiTitle.indexOf(":"));
  const now = isSame ? found : await renamePage(api, found, { wikiTitle, reason: RENAMED }, before);
  const text = [now.text.replace(DISPLAY_TITLE, "").trimEnd(), shownAs(title)].filter(Boolean).join("\n");
  const version = await write(api, now, text, before);
  await takeAlong(api, config, now, before);
  return { ...now, version, text };
}

const redirectList = z.object({
  query: z.object({
    pages: z.array(z.object({ redirects: z.array(z.object({ pageid: z.number(), title: z.string() })).nullish() })),
  }),
});

async function takeAlong(
  api: WikiApi,
  config: MediaWikiConfig,
  { wikiTitle }: WikiPage,
  before?: BeforeSending,
): Promise<void> {
  const question = { prop: "redirects", rdlimit: "max", rdnamespace: CATEGORY_PAGES, titles: wikiTitle };
  const [page] = (await api.read(question, redirectList)).query.pages;
  for (const old of page?.redirects ?? []) {
    const members = await membersOf(api, old.title);
    const isPlacedThere = ({ text }: WikiPage) => text.includes(buildCategoryLine(old.title, config));
    for (const member of members.filter(isPlacedThere))
      await write(api, member, replaceCategoryLines(member.text, buildCategoryLine(wikiTitle, config), config), before);
    // The old name stays as a redirect while pages by people are in that category.
    if (members.every((member) => isPlacedThere(member) || !isIn(member.text, old.title)))
      await deletePage(api, { pageId: old.pageid }, RENAMED);
  }
}

const memberList = z.object({
  query: z.object({ categorymembers: z.array(z.object({ pageid: z.number() })) }),
  continue: z.record(z.string(), z.string()).nullish(),
});

/** Returns the pages and subcategories of a category. https://www.mediawiki.org/wiki/API:Categorymembers */
async function membersOf(api: WikiApi, category: string): Promise<WikiPage[]> {
  const ids: number[] = [];
  let next: Record<string, string> | null = {};
  while (next) {
    const question = { list: "categorymembers", cmtitle: category, cmprop: "ids", cmlimit: "max", ...next };
    const list: z.infer<typeof memberList> = await api.read(question, memberList);
    ids.push(...list.query.categorymembers.map(({ pageid }) => pageid));
    next = list.continue ?? null;
  }
  return readPages(api, new Map(ids.map((id) => [id, ""])));
}

function categoryPage(page: WikiPage): RemotePage {
  const local = (title: string) => title.slice(title.indexOf(":") + 1);
  const { file, wikiTitle } = page;
  const shownTitle = file.shownTitle === null ? null : local(file.shownTitle);
  return toRemotePage({ ...page, wikiTitle: local(wikiTitle), file: { ...file, shownTitle } });
}

function shownAs(title: string): string | null {
  const shown = buildDisplayTitle(title);
  return shown === null ? null : `{{DISPLAYTITLE:Category:${shown}}}`;
}

const isIn = (text: string, category: string) => text.includes(`[[${category}|`) || text.includes(`[[${category}]]`);
const titleOf = (name: string) => `Category:${toWikiTitle(name)}`;
const isSame =
  ({ firstVersion }: WikiPage) =>
  (other: WikiPage) =>
    other.firstVersion === firstVersion;
const markerIn = ({ text }: WikiPage) => ANY_MARKER.exec(text)?.[0] ?? null;
const gone = () => new NotFound("The page is gone from the wiki.");
