import type * as z from "zod";
import { Refused } from "../errors.ts";
import { collectPassages } from "../html-passages.ts";
import { ANY_MARKER } from "../knowledge-target.ts";
import {
  expectChosen,
  type HeadingAnchors,
  type ListedPage,
  type PageReaders,
  type PagesToCheck,
  type WikiList,
  type WikiListRequest,
  type WikiPage,
} from "../wiki-pages.ts";
import { parseReadingFilters } from "../wiki-reading-filters.ts";
import { type ConfluenceApi, numericId } from "./api.ts";
import type { ConfluenceConfig } from "./manifest.ts";
import { parseStorage } from "./page-text.ts";
import { buildPageUrl, findSpace, getStorage, readPage as readStored } from "./pages.ts";
import { readAccount } from "./reach.ts";
import type { foundPagesSchema } from "./shapes.ts";

/** One search answers with 100 pages. */
const IDS_AT_ONCE = 100;

type FoundPageResult = z.infer<typeof foundPagesSchema>["results"][number];

/**
 * One portion of the pages of the chosen spaces with their restrictions. Only this list tells the restrictions of many pages at
 * once. The space is looked up first, because a search without results says nothing about permissions.
 */
export async function listPages(
  api: ConfluenceApi,
  config: ConfluenceConfig,
  { places, since, cursor }: WikiListRequest,
): Promise<WikiList> {
  const chosen = chosenOf(config, places);
  if (cursor === null) await expectVisible(api, config, chosen);
  const { results, _links, next } = await api.findContent(queryOf(chosen, since), cursor);
  const isHidden = await findHiddenAbove(api, chosen, results);
  // A page that is moved into another space is not found again.
  const isOwnSpace = chosen.space.every((key) => key.toLowerCase() === config.spaceId.trim().toLowerCase());
  const pages = results.map((one) => {
    const page = { ...listed(api.site, one, _links?.base), ...(isOwnSpace && { containers: containersOf(one) }) };
    return isHidden(page) ? { ...page, readers: "restricted" as const } : page;
  });
  const isPast = since !== null && pages.some(({ editedAt }) => editedAt !== null && editedAt < since);
  return { pages, next: isPast ? null : next };
}

async function expectVisible(api: ConfluenceApi, config: ConfluenceConfig, chosen: ChosenPlaces): Promise<void> {
  for (const spaceId of chosen.space) await findSpace(api, { ...config, spaceId });
  const found = await findByIds(api, everythingIn(chosen), new Set(chosen.tree));
  expectChosen("page", chosen.tree, (id) => found.has(id));
}

/**
 * Asks for the pages, and for them with those above them at once. A page that was moved has others above it, which one more call asks
 * for.
 */
export async function findGonePages(
  api: ConfluenceApi,
  config: ConfluenceConfig,
  { places, pages }: PagesToCheck,
): Promise<string[]> {
  const chosen = chosenOf(config, places);
  const asked = pages.map(({ externalId }) => externalId);
  const known = new Set(pages.flatMap(({ externalId, above }) => [externalId, ...above]));
  const hasParts = chosen.label.length + chosen.tree.length > 0;
  const [found, ofParts] = await Promise.all([
    findByIds(api, everythingIn(chosen), known),
    hasParts ? findByIds(api, chosen, new Set(asked)) : null,
  ]);
  const inPlace = ofParts ?? found;
  // A search without results says nothing about permissions.
  if (found.size === 0) await readAccount(api);
  const aboveOf = (id: string) => (found.get(id)?.ancestors ?? []).map((one) => one.id);
  const others = new Set(asked.flatMap(aboveOf).filter((id) => !known.has(id)));
  const all = new Map([...found, ...(await findByIds(api, everythingIn(chosen), others))]);
  const isRestricted = (id: string) => readersOf(all.get(id)?.restrictions) === "restricted";
  return asked.filter((id) => !inPlace.has(id) || !found.has(id) || [id, ...aboveOf(id)].some(isRestricted));
}

async function findByIds(
  api: ConfluenceApi,
  chosen: ChosenPlaces,
  ids: Set<string>,
): Promise<Map<string, FoundPageResult>> {
  const found = new Map<string, FoundPageResult>();
  const all = [...ids];
  for (let at = 0; at < all.length; at += IDS_AT_ONCE) {
    const { results } = await api.findContent(queryOf(chosen, null, all.slice(at, at + IDS_AT_ONCE)), null);
    for (const page of results) found.set(page.id, page);
  }
  return found;
}

const KINDS = ["space", "label", "tree"] as const;
type ChosenPlaces = ReturnType<typeof chosenOf>;

function chosenOf({ spaceId }: ConfluenceConfig, places: string[]) {
  const { space, label, tree } = parseReadingFilters(places, KINDS);
  return { space: space.length > 0 ? space : [spaceId.trim()], label, tree: tree.map(readPageId) };
}

/** Reads the id of a page from its address, or as it is. */
function readPageId(entered: string): string {
  const id = /\/pages\/(?:edit-v2\/)?(\d+)|pageId=(\d+)|^(\d+)$/.exec(entered)?.slice(1).find(Boolean);
  if (!id)
    throw new Refused(`“${entered}” is not the address of a page with a number in it. Copy it from the browser.`);
  return numericId(id);
}

const quoted = (values: string[]) => values.map((one) => `"${one.replace(/[\\"]/g, "\\$&")}"`).join(",");

/** A complete list is in the order of creation, which edits made meanwhile do not change. */
function queryOf({ space, label, tree }: ChosenPlaces, since: Date | null, ids: string[] = []): string {
  return [
    ...(ids.length > 0 ? [`id in (${ids.map(numericId).join(",")})`] : []),
    `space in (${quoted(space)})`,
    ...(label.length > 0 ? [`label in (${quoted(label)})`] : []),
    ...(tree.length > 0 ? [`(id in (${tree.join(",")}) or ancestor in (${tree.join(",")}))`] : []),
    `type = page order by ${since ? "lastmodified desc" : "created asc"}`,
  ].join(" and ");
}

/** A page above may be outside of the chosen labels and trees, so that the list does not tell its restrictions. */
async function findHiddenAbove(api: ConfluenceApi, chosen: ChosenPlaces, results: FoundPageResult[]) {
  if (chosen.label.length + chosen.tree.length === 0) return () => false;
  const ids = new Set(results.flatMap(({ ancestors }) => (ancestors ?? []).map(({ id }) => id)));
  const above = await findByIds(api, everythingIn(chosen), ids);
  return (page: ListedPage) => page.above.some((id) => readersOf(above.get(id)?.restrictions) === "restricted");
}

const everythingIn = ({ space }: ChosenPlaces): ChosenPlaces => ({ space, label: [], tree: [] });

function listed(site: string, page: FoundPageResult, base: string | undefined): ListedPage {
  const { id, title, version, ancestors, restrictions, _links } = page;
  return {
    externalId: id,
    title,
    url: buildPageUrl(site, { id, _links: { ..._links, base } }),
    version: String(version.number),
    editedAt: version.when ? new Date(version.when) : null,
    editedBy: version.by?.displayName || version.by?.publicName || null,
    readers: ancestors ? readersOf(restrictions) : "unknown",
    above: (ancestors ?? []).map((one) => one.id),
  };
}

/** The page right above, unless that is the space's top page, below which new articles are anyway. */
const containersOf = ({ ancestors }: FoundPageResult): string[] =>
  (ancestors ?? [])
    .slice(1)
    .slice(-1)
    .map(({ id }) => id);

function readersOf(restrictions: FoundPageResult["restrictions"]): PageReaders {
  if (!restrictions) return "unknown";
  const { user, group } = restrictions.read.restrictions;
  return user.results.length + group.results.length > 0 ? "restricted" : "place";
}

/** Confluence numbers a heading's repetitions: 'Before-you-start.1'. */
const ANCHORS: HeadingAnchors = {
  fromText: (heading) => heading.replaceAll(" ", "-"),
  repeated: (anchor, before) => `${anchor}.${before}`,
};

export async function readPage(
  api: ConfluenceApi,
  config: ConfluenceConfig,
  externalId: string,
): Promise<WikiPage | null> {
  const page = await readStored(api, config, externalId);
  if (page?.status !== "current" || (await api.isRestricted(externalId))) return null;
  const { title, version } = page;
  const storage = getStorage(page);
  const isOurs = ANY_MARKER.test(storage);
  const { all: passages, isCut } = collectPassages(parseStorage(isOurs ? "" : storage), ANCHORS);
  return { version: String(version.number), title, isOurs, passages, isCut };
}
