import * as z from "zod";
import { NotFound } from "../errors.ts";
import { collectPassages } from "../html-passages.ts";
import { parseHtml } from "../html-tree.ts";
import { ANY_MARKER } from "../knowledge-target.ts";
import type { RequestedPages, WikiList, WikiListRequest, WikiPage } from "../wiki-pages.ts";
import type { WikiApi } from "./api.ts";
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

/** One portion of the pages of the main namespace. A wiki has no restrictions for reading single pages. */
export async function listPages(api: WikiApi, { since, cursor }: WikiListRequest): Promise<WikiList> {
  const next = cursor === null ? {} : z.record(z.string(), z.string()).parse(JSON.parse(cursor));
  // https://www.mediawiki.org/wiki/API:Allpages and API:RecentChanges, as generators
  const all = { generator: "allpages", gapnamespace: "0", gapfilterredir: "nonredirects", gaplimit: PAGES_PER_LIST };
  const changed = since && {
    generator: "recentchanges",
    grcnamespace: "0",
    grctype: "edit|new",
    grcend: since.toISOString(),
    grclimit: PAGES_PER_LIST,
  };
  const found = await api.read({ ...(changed ?? all), ...INFO, ...next }, list);
  const pages = (found.query?.pages ?? []).flatMap((page) => {
    const { pageid, title, lastrevid, missing, redirect } = page;
    if (missing || redirect || !pageid || !title || !lastrevid) return [];
    const [last] = page.revisions ?? [];
    return {
      externalId: String(pageid),
      title: fromWikiTitle(title, null),
      url: toHttpAddress(page.canonicalurl),
      version: String(lastrevid),
      editedAt: last?.timestamp ? new Date(last.timestamp) : null,
      editedBy: last?.user || null,
      readers: "place" as const,
      above: [],
    };
  });
  return { pages, next: found.continue ? JSON.stringify(found.continue) : null };
}

/** A page that became a redirect or was moved to another namespace is gone from the list, too. */
export async function findGone(api: WikiApi, { pages }: RequestedPages): Promise<string[]> {
  const ids = pages.map(({ externalId }) => externalId);
  const numbers = ids.filter((id) => /^\d{1,12}$/.test(id));
  if (numbers.length === 0) return ids;
  // https://www.mediawiki.org/wiki/API:Query
  const found = await api.read({ pageids: numbers.join("|"), prop: "info" }, list);
  const there = (found.query?.pages ?? []).filter(({ missing, redirect, ns }) => !missing && !redirect && !ns);
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
