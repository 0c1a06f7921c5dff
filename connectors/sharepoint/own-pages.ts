import { type FoundPage, MARKER } from "../knowledge-target.ts";
import { finishPage, isLastOurs, nameFor, type Opened, remotePage } from "./pages.ts";
import type { ListedPage } from "./shapes.ts";

/** The maximum difference between our clock and Microsoft's. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;

/** Pages whose file is named after their marker, oldest first; a copy has another file name. */
export async function ownPages(
  { api, site }: Opened,
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
    const marker = page && JSON.stringify(page.canvasLayout ?? null).match(MARKER)?.[0];
    if (!page || !marker || nameFor(marker) !== page.name) continue;
    const isUntouched = isLastOurs(page, api.appId);
    // An interrupted call may have left the page unpublished.
    const finished = await finishPage({ api, site }, id);
    found.push({ ...(finished ?? remotePage(page, site)), marker, isUntouched });
  }
  return found;
}

const byAge = (one: ListedPage, other: ListedPage) => one.createdDateTime.localeCompare(other.createdDateTime);
