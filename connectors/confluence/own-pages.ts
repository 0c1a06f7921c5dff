import { buildFoundPage } from "../found-page.ts";
import { ARTICLE_MARKER, type FoundPage, type KnowledgeTarget } from "../knowledge-target.ts";
import type { ConfluenceApi } from "./api.ts";
import type { ConfluenceConfig } from "./manifest.ts";
import { findSpace, fitPageTitle, getStorage, toRemotePage } from "./pages.ts";
import { readAccount } from "./reach.ts";
import type { ConfluencePage } from "./shapes.ts";

/** The largest difference between our clock and Confluence's clock. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;
/** Lists contain page bodies. A short list keeps the response far below the size limit. */
const PAGES_PER_LIST = "10";

/** Finds pages by this account that contain the marker, oldest first. */
export async function findOwnPages(
  api: ConfluenceApi,
  config: ConfluenceConfig,
  { marker, title, createdAfter }: Parameters<KnowledgeTarget<ConfluenceConfig>["find"]>[1],
): Promise<FoundPage[]> {
  const { id: self } = await readAccount(api);
  const query = await pageQuery(api, config);
  const found = new Map<string, ConfluencePage>();
  const keepIfOurs = (page: ConfluencePage) => {
    if (page.authorId === self && getStorage(page).includes(marker)) found.set(page.id, page);
  };
  for await (const page of api.pages(new URLSearchParams({ ...query, title: fitPageTitle(title) }))) keepIfOurs(page);
  for await (const page of newestPages(api, query, createdAfter)) keepIfOurs(page);
  const sorted = [...found.values()].sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));
  return Promise.all(sorted.map((page) => readFound(api, page, marker)));
}

export async function listUnknownPages(
  api: ConfluenceApi,
  config: ConfluenceConfig,
  { createdAfter, known }: Parameters<KnowledgeTarget<ConfluenceConfig>["listUnknown"]>[1],
): Promise<FoundPage[]> {
  const { id: self } = await readAccount(api);
  const found: FoundPage[] = [];
  for await (const page of newestPages(api, await pageQuery(api, config), createdAfter)) {
    const isOurs = page.authorId === self && !known.has(page.id);
    const marker = isOurs ? getStorage(page).match(ARTICLE_MARKER)?.[0] : undefined;
    if (marker) found.push(await readFound(api, page, marker));
  }
  return found.reverse();
}

/**
 * Builds a found page. `isUntouched` requires that our account wrote the last version and that nobody commented on
 * words of the page.
 */
function readFound(api: ConfluenceApi, page: ConfluencePage, marker: string): Promise<FoundPage> {
  const isUntouched =
    page.version.authorId === page.authorId && !getStorage(page).includes("<ac:inline-comment-marker");
  const emptied = { ...page, body: { storage: { value: "" } } };
  return buildFoundPage(page, emptied, (one) => ({ ...toRemotePage(api, one), marker, isUntouched }));
}

async function pageQuery(api: ConfluenceApi, config: ConfluenceConfig) {
  const { id: spaceId } = await findSpace(api, config);
  return { "space-id": spaceId, status: "current", "body-format": "storage", limit: PAGES_PER_LIST };
}

async function* newestPages(
  api: ConfluenceApi,
  query: Record<string, string>,
  createdAfter: Date,
): AsyncGenerator<ConfluencePage> {
  const since = createdAfter.getTime() - CLOCK_SKEW_MS;
  for await (const page of api.pages(new URLSearchParams({ ...query, sort: "-created-date" }))) {
    if (Date.parse(page.createdAt) < since) return;
    yield page;
  }
}
