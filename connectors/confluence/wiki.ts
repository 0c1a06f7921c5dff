import type * as z from "zod";
import { collectPassages } from "../html-passages.ts";
import { ANY_MARKER } from "../knowledge-target.ts";
import type { HeadingAnchors, ListedPage, PageReaders, WikiList, WikiListRequest, WikiPage } from "../wiki-pages.ts";
import type { ConfluenceApi } from "./api.ts";
import type { ConfluenceConfig } from "./manifest.ts";
import { parseStorage } from "./page-text.ts";
import { buildPageUrl, findSpace, getStorage, readPage as readStored } from "./pages.ts";
import type { foundPagesSchema } from "./shapes.ts";

type Found = z.infer<typeof foundPagesSchema>["results"][number];

/**
 * One portion of the pages of the chosen spaces with their restrictions. Only this list tells the restrictions of many pages at
 * once. The space is looked up first, because a search without results says nothing about permissions.
 */
export async function listPages(
  api: ConfluenceApi,
  config: ConfluenceConfig,
  { places, since, cursor }: WikiListRequest,
): Promise<WikiList> {
  const keys = places.length > 0 ? places : [config.spaceId.trim()];
  if (cursor === null) for (const spaceId of keys) await findSpace(api, { ...config, spaceId });
  const { results, _links, next } = await api.findContent(queryOf(keys, since), cursor);
  const pages = results.map((one) => listed(api.site, one, _links?.base));
  const isPast = since !== null && pages.some(({ editedAt }) => editedAt !== null && editedAt < since);
  return { pages, next: isPast ? null : next };
}

/** A complete list is in the order of creation, which edits made meanwhile do not change. */
function queryOf(keys: string[], since: Date | null): string {
  const spaces = keys.map((key) => `"${key.trim().replace(/[\\"]/g, "\\$&")}"`).join(",");
  return `space in (${spaces}) and type = page order by ${since ? "lastmodified desc" : "created asc"}`;
}

function listed(site: string, page: Found, base: string | undefined): ListedPage {
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

function readersOf(restrictions: Found["restrictions"]): PageReaders {
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
