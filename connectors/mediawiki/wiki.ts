import * as z from "zod";
import { NotFound } from "../errors.ts";
import { collectPassages } from "../html-passages.ts";
import { parseHtml } from "../html-tree.ts";
import { ANY_MARKER } from "../knowledge-target.ts";
import type { PagesToCheck, WikiList, WikiListRequest, WikiPage } from "../wiki-pages.ts";
import type { WikiApi } from "./api.ts";
import { type ChosenPages, findChosen } from "./choice.ts";
import type { MediaWikiConfig } from "./manifest.ts";
import { toHttpAddress } from "./pages.ts";
import { fromWikiTitle } from "./title.ts";

const listedPage = z.object({
  pageid: z.number().nullish(),
  ns: z.number().nullish(),
  /** Absent for a missing page that was asked for by its id. */
  title: z.string().nullish(),
  missing: z.boolean().nullish(),
  redirect: z.boolean().nullish(),
  lastrevid: z.number().nullish(),
  canonicalurl: z.string().nullish(),
  revisions: z.array(z.object({ user: z.string().nullish(), timestamp: z.string().nullish() })).nullish(),
  categories: z.array(z.object({ title: z.string(), hidden: z.boolean().nullish() })).nullish(),
});
const list = z.object({
  query: z.object({ pages: z.array(listedPage).nullish() }).nullish(),
  continue: z.record(z.string(), z.string()).nullish(),
});
const parsed = z.object({
  parse: z.object({ title: z.string(), revid: z.number(), text: z.string() }),
});

const PAGES_PER_LIST = "100";
const INFO = { prop: "info|revisions", inprop: "url", rvprop: "timestamp|user" };

/** Lists one portion of the chosen pages. MediaWiki cannot restrict who reads a single page, so all are for everybody. */
export async function listPages(
  api: WikiApi,
  { spaceId }: Pick<MediaWikiConfig, "spaceId">,
  { places, since, cursor }: WikiListRequest,
): Promise<WikiList> {
  const { expectAll, ...chosen } = await findChosen(api, places);
  expectAll();
  const { at = "0", ...next } = cursor === null ? {} : z.record(z.string(), z.string()).parse(JSON.parse(cursor));
  const lists = since ? [changedSince(since, chosen)] : listsOf(chosen);
  const list = lists[Number(at)];
  if (!list) return { pages: [], next: null };
  const found = await readPortion(api, { ...list, ...INFO, ...next }, ALL_CATEGORIES);
  // A page in two chosen categories is listed with the first.
  const isListed = ({ categories }: ListedPage) => {
    const first = chosen.categories.findIndex((one) => categories.has(one));
    return chosen.categories.length === 0 || (since ? first >= 0 : first === Number(at));
  };
  const pages = found.pages.filter(isListed).flatMap((page) => viewPage(page, spaceId));
  if (found.next) return { pages, next: JSON.stringify({ ...found.next, at }) };
  return { pages, next: Number(at) + 1 < lists.length ? JSON.stringify({ at: String(Number(at) + 1) }) : null };
}

/** https://www.mediawiki.org/wiki/API:Allpages and API:Categorymembers, as generators */
const listsOf = ({ categories, namespaces }: ChosenPages): Record<string, string>[] =>
  categories.length === 0
    ? namespaces.map((namespace) => ({
        generator: "allpages",
        gapnamespace: namespace,
        gapfilterredir: "nonredirects",
        gaplimit: PAGES_PER_LIST,
      }))
    : categories.map((category) => ({
        generator: "categorymembers",
        gcmtitle: category,
        gcmnamespace: namespaces.join("|"),
        gcmlimit: PAGES_PER_LIST,
      }));

/** https://www.mediawiki.org/wiki/API:RecentChanges, as a generator */
const changedSince = (since: Date, { namespaces }: ChosenPages) => ({
  generator: "recentchanges",
  grcnamespace: namespaces.join("|"),
  grctype: "edit|new",
  grcend: since.toISOString(),
  grclimit: PAGES_PER_LIST,
});

/** Each category's title, and whether the wiki hides it from readers. */
type ListedPage = Omit<z.infer<typeof listedPage>, "categories"> & { categories: Map<string, { isHidden: boolean }> };

const ALL_CATEGORIES = { clprop: "hidden" };

/** Reads pages with the categories that they are in, which the wiki may tell in several parts; without them for null. */
async function readPortion(
  api: WikiApi,
  query: Record<string, string>,
  which: typeof ALL_CATEGORIES | { clcategories: string } | null,
) {
  // https://www.mediawiki.org/wiki/API:Categories
  const asked = which ? { ...query, prop: `${query["prop"]}|categories`, ...which, cllimit: "max" } : query;
  const pages = new Map<number, ListedPage>();
  for (let next: Record<string, string> | null = {}; next; ) {
    const found: z.infer<typeof list> = await api.read({ ...asked, ...next }, list);
    for (const page of found.query?.pages ?? []) {
      const known = pages.get(page.pageid ?? 0) ?? { ...page, categories: new Map<string, { isHidden: boolean }>() };
      for (const { title, hidden } of page.categories ?? []) known.categories.set(title, { isHidden: hidden === true });
      pages.set(page.pageid ?? 0, known);
    }
    next = found.continue ?? null;
    if (!next?.["clcontinue"]) return { pages: [...pages.values()], next };
  }
  return { pages: [...pages.values()], next: null };
}

function viewPage({ categories, ...page }: ListedPage, ownCategory: string) {
  const { pageid, title, lastrevid, missing, redirect, canonicalurl, revisions } = page;
  if (missing || redirect || !pageid || !title || !lastrevid) return [];
  const [last] = revisions ?? [];
  return [
    {
      externalId: String(pageid),
      title: fromWikiTitle(title, null),
      url: toHttpAddress(canonicalurl),
      version: String(lastrevid),
      editedAt: last?.timestamp ? new Date(last.timestamp) : null,
      editedBy: last?.user || null,
      readers: "place" as const,
      above: [],
      containers: [...categories].flatMap(([one, { isHidden }]) => {
        const name = one.slice(one.indexOf(":") + 1);
        return isHidden || name === ownCategory.trim() ? [] : [name];
      }),
    },
  ];
}

/** A page that became a redirect, or was moved to another namespace or category, is gone from the list, too. */
export async function findGonePages(api: WikiApi, { places, pages }: PagesToCheck): Promise<string[]> {
  const ids = pages.map(({ externalId }) => externalId);
  const numbers = ids.filter((id) => /^\d{1,12}$/.test(id));
  if (numbers.length === 0) return ids;
  const { categories: chosen, namespaces, isAny } = await findChosen(api, places);
  if (!isAny && chosen.length === 0) return ids;
  const inChosen = isAny ? null : { clcategories: chosen.join("|") };
  // https://www.mediawiki.org/wiki/API:Query
  const found = await readPortion(api, { pageids: numbers.join("|"), prop: "info" }, inChosen);
  const there = found.pages.filter(
    ({ missing, redirect, ns, categories }) =>
      !missing && !redirect && namespaces.includes(String(ns ?? 0)) && (isAny || categories.size > 0),
  );
  return ids.filter((id) => !there.some(({ pageid }) => String(pageid) === id));
}

/** The page as the wiki renders it, with its templates. */
export async function readPage(api: WikiApi, externalId: string): Promise<WikiPage | null> {
  if (!/^\d{1,12}$/.test(externalId)) return null;
  // https://www.mediawiki.org/wiki/API:Parsing_wikitext
  const flags = { disablelimitreport: "1", disableeditsection: "1", disabletoc: "1" };
  const query = { action: "parse", pageid: externalId, prop: "text|revid", ...flags };
  const found = await api.read(query, parsed).catch((error: unknown) => {
    if (error instanceof NotFound) return null;
    throw error;
  });
  if (!found) return null;
  const { title, revid, text } = found.parse;
  const { all, isCut } = collectPassages(parseHtml(text));
  const isOurs = all.some((passage) => ANY_MARKER.test(passage.text));
  const passages = isOurs ? [] : all;
  return { version: String(revid), title: fromWikiTitle(title, null), isOurs, passages, isCut };
}
