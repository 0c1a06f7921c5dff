import * as z from "zod";
import { NotFound, Refused } from "../errors.ts";
import type { FoundPage, RemotePage } from "../knowledge-target.ts";
import type { WikiApi } from "./api.ts";
import { type PageFile, readPageFile } from "./page-file.ts";
import { fromWikiTitle } from "./title.ts";

/**
 * A page of the wiki, identified by its first revision. The first revision stays the same when the page is renamed,
 * deleted and restored. A copy of the page has another one.
 */
export interface WikiPage {
  firstVersion: string;
  pageId: number | null;
  wikiTitle: string;
  url: string;
  version: string;
  /** The id of the previous revision; 0 for the first revision. */
  parentVersion: number;
  /** The author of the revision. */
  editor: string;
  text: string;
  file: PageFile;
  state: RemotePage["state"];
}

const revision = z.object({
  revid: z.number(),
  parentid: z.number(),
  user: z.string().nullish(),
  timestamp: z.string().nullish(),
  slots: z.object({ main: z.object({ content: z.string().nullish() }) }).nullish(),
});
const page = z.object({
  pageid: z.number().nullish(),
  title: z.string(),
  missing: z.boolean().nullish(),
  lastrevid: z.number().nullish(),
  canonicalurl: z.string().nullish(),
  revisions: z.array(revision).nullish(),
  deletedrevisions: z.array(revision).nullish(),
});
const pageList = z.object({ query: z.object({ pages: z.array(page).nullish() }).nullish() });
const madeByUs = z.object({
  query: z.object({ usercontribs: z.array(z.object({ pageid: z.number(), revid: z.number(), title: z.string() })) }),
  continue: z.record(z.string(), z.string()).nullish(),
});

type Page = z.infer<typeof page>;
type Revision = z.infer<typeof revision>;

const CONTENT = { rvprop: "ids|user|content", rvslots: "main" };
const DELETED = { drvprop: "ids|user|timestamp", drvslots: "main" };
/** The largest difference between the wiki's clock and our clock. */
const CLOCK_SKEW_MS = 60 * 1000;
/** The wiki's limit of pages in one query: https://www.mediawiki.org/wiki/API:Query */
const MOST_PAGES = 50;

/**
 * Reads a page, and reads it again if it is not found, because a database replica may lag. Returns null if both
 * attempts find no page.
 */
export async function readPage(api: WikiApi, id: string): Promise<WikiPage | null> {
  if (!/^\d{1,12}$/.test(id)) return null;
  return (await lookUp(api, id)) ?? (await lookUp(api, id));
}

async function lookUp(api: WikiApi, id: string): Promise<WikiPage | null> {
  const info = { prop: "info|revisions", inprop: "url", ...CONTENT };
  const [found] = (await api.read({ revids: id, ...info }, pageList)).query?.pages ?? [];
  if (!found) return null;
  // For a deleted revision the wiki returns only the title, which may belong to another page by now.
  if (found.missing || String(found.revisions?.[0]?.revid) !== id) return deletedPage(api, id, found.title);
  if (String(found.lastrevid) === id) return wikiPage(found, id);
  const [now] = (await api.read({ pageids: String(found.pageid), ...info }, pageList)).query?.pages ?? [];
  return now && !now.missing ? wikiPage(now, id) : null;
}

/**
 * Builds a deleted page from the deleted revisions of this title. Uses only revisions whose chain of parents begins
 * with the page's first revision.
 */
async function deletedPage(api: WikiApi, id: string, title: string): Promise<WikiPage | null> {
  const chain = await listDeletedVersions(api, id, title);
  const last = chain.at(-1);
  if (!last) return null;
  const question = {
    revids: String(last.revid),
    prop: "info|deletedrevisions",
    inprop: "url",
    ...DELETED,
    drvprop: "ids|user|content",
  };
  const [found] = (await api.read(question, pageList)).query?.pages ?? [];
  const [content] = found?.deletedrevisions ?? [];
  return found && content ? { ...wikiPage({ ...found, revisions: [content] }, id), state: "trashed" } : null;
}

export async function listDeletedVersions(api: WikiApi, id: string, title: string): Promise<Revision[]> {
  const question = { titles: title, prop: "deletedrevisions", drvdir: "newer", drvlimit: "max", ...DELETED };
  const [found] = (await api.read(question, pageList)).query?.pages ?? [];
  const chain: Revision[] = [];
  for (const one of found?.deletedrevisions ?? [])
    if (String(one.revid) === id || chain.some(({ revid }) => revid === one.parentid)) chain.push(one);
  return chain;
}

export async function isExistingPage(api: WikiApi, title: string): Promise<boolean> {
  const [found] = (await api.read({ titles: title, prop: "info" }, pageList)).query?.pages ?? [];
  return found !== undefined && !found.missing;
}

/**
 * Returns the pages that our account created after `createdAfter`, oldest first, with text. Pages in `known` are
 * returned without reading them.
 */
export async function listPagesCreatedSince(
  api: WikiApi,
  createdAfter: Date,
  known: ReadonlySet<string>,
): Promise<WikiPage[]> {
  const since = new Date(createdAfter.getTime() - CLOCK_SKEW_MS);
  const made: { pageid: number; revid: number }[] = [];
  const question = {
    list: "usercontribs",
    ucuser: await api.user(),
    ucshow: "new",
    ucprop: "ids|title",
    ucdir: "newer",
    uclimit: "max",
    ucstart: since.toISOString(),
  };
  let next: Record<string, string> | null = {};
  while (next) {
    const list: z.infer<typeof madeByUs> = await api.read({ ...question, ...next }, madeByUs);
    made.push(...list.query.usercontribs.filter(({ revid }) => !known.has(String(revid))));
    next = list.continue ?? null;
  }
  const pages = await readPages(api, new Map(made.map(({ pageid, revid }) => [pageid, String(revid)])));
  return pages.sort((one, other) => Number(one.firstVersion) - Number(other.firstVersion));
}

/**
 * Reads those of the given pages that exist, with text. `firstVersions` maps the wiki's page ids to first revisions.
 */
export async function readPages(api: WikiApi, firstVersions: Map<number, string>): Promise<WikiPage[]> {
  const all = [...firstVersions.keys()];
  const pages: WikiPage[] = [];
  for (let at = 0; at < all.length; at += MOST_PAGES) {
    const pageids = all.slice(at, at + MOST_PAGES).join("|");
    const content = { pageids, prop: "info|revisions", inprop: "url", ...CONTENT };
    const found = (await api.read(content, pageList)).query?.pages ?? [];
    for (const one of found) {
      const first = firstVersions.get(one.pageid ?? 0);
      const text = one.revisions?.[0]?.slots?.main.content ?? null;
      if (first !== undefined && !one.missing && text !== null) pages.push(wikiPage(one, first));
    }
  }
  return pages;
}

/** Returns the page with this title if our account created the page; null otherwise. */
export async function findOwnPage(api: WikiApi, wikiTitle: string): Promise<WikiPage | null> {
  const first = { titles: wikiTitle, prop: "revisions", rvdir: "newer", rvlimit: "1", rvprop: "ids|user" };
  const [found] = (await api.read(first, pageList)).query?.pages ?? [];
  const made = found?.revisions?.[0];
  return made && made.user === (await api.user()) ? readPage(api, String(made.revid)) : null;
}

function wikiPage(found: Page, firstVersion: string): WikiPage {
  const [last] = found.revisions ?? [];
  const content = last?.slots?.main.content;
  if (!last || content === null || content === undefined)
    throw new Refused("The text of this page is hidden in the wiki: somebody has to look at it there.");
  return {
    firstVersion,
    pageId: found.pageid ?? null,
    wikiTitle: found.title,
    url: toHttpAddress(found.canonicalurl),
    version: String(last.revid),
    parentVersion: last.parentid,
    editor: last.user ?? "",
    text: content,
    file: readPageFile(content),
    state: "current",
  };
}

export function toHttpAddress(url: string | null | undefined): string {
  if (url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new NotFound("The wiki does not say at which address its pages are read.");
}

export function toRemotePage({ firstVersion, wikiTitle, url, version, file, state }: WikiPage): RemotePage {
  const title = fromWikiTitle(wikiTitle, file.shownTitle);
  return { externalId: firstVersion, url, title, version, blocks: file.blocks, state };
}

export const toFoundPage = (found: WikiPage, marker: string, user: string): FoundPage => ({
  ...toRemotePage(found),
  marker,
  isUntouched: found.editor === user,
});
