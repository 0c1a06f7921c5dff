import { buildFoundPage } from "../found-page.ts";
import type { FoundPage } from "../knowledge-target.ts";
import { findMarker } from "./canvas.ts";
import { type OpenedSite, publishUnfinishedPage, toFileName, toRemotePage, wasLastModifiedByUs } from "./pages.ts";
import type { ListedPage, SitePage } from "./shapes.ts";

/** The largest difference between our clock and Microsoft's clock. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;

/** Returns the pages whose file is named after their marker, oldest first. A copy of a page has another file name. */
export async function listOwnPages(
  { api, site }: OpenedSite,
  { createdAfter, known }: { createdAfter: Date; known?: ReadonlySet<string> | undefined },
  isWanted: (name: string) => boolean,
): Promise<FoundPage[]> {
  const since = createdAfter.getTime() - CLOCK_SKEW_MS;
  const listed: ListedPage[] = [];
  for await (const page of api.pages(site))
    if (isWanted(page.name) && !known?.has(page.id) && Date.parse(page.createdDateTime) >= since) listed.push(page);
  const found: FoundPage[] = [];
  for (const { id, createdDateTime: _at } of listed.sort(byAge)) {
    const page = await api.page(site, id);
    const marker = page && findMarker(page.canvasLayout ?? {});
    if (!page || !marker || toFileName(marker) !== page.name) continue;
    const isUntouched = wasLastModifiedByUs(page, api.appId);
    const emptied = { ...page, canvasLayout: null };
    const build = async (one: SitePage) => {
      // An interrupted call may have left the page unpublished.
      const finished = one === emptied ? null : await publishUnfinishedPage({ api, site }, id);
      return { ...(finished ?? toRemotePage(one, site)), marker, isUntouched };
    };
    found.push(await buildFoundPage(page, emptied, build));
  }
  return found;
}

const byAge = (one: ListedPage, other: ListedPage) => one.createdDateTime.localeCompare(other.createdDateTime);
