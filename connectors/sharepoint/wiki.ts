import { Refused } from "../errors.ts";
import { collectPassages, type MarkupElement } from "../html-passages.ts";
import { parseHtml } from "../html-tree.ts";
import { ANY_MARKER } from "../knowledge-target.ts";
import {
  findUnreadable,
  type ListedPage,
  type PagesToCheck,
  type WikiList,
  type WikiListRequest,
  type WikiPage,
} from "../wiki-pages.ts";
import { readChosen } from "./choice.ts";
import { buildPageUrl, isPublished, type OpenedSite } from "./pages.ts";
import { plainTextsSchema, type ListedPage as SharepointPage, type SitePage, type WebPart } from "./shapes.ts";

/**
 * Lists a portion of the chosen pages that were ever published; it cannot list changes only. Graph does not tell which pages have
 * permissions of their own, so their readers are unknown.
 */
export async function listPages(
  opened: OpenedSite,
  libraryName: string,
  { places, cursor }: WikiListRequest,
): Promise<WikiList> {
  const { api, site } = opened;
  const { isChosen, expectAll } = readChosen(opened, libraryName, places);
  if (cursor === null) await expectAll();
  const { pages, next } = await api.listPages(site, cursor);
  const listed = pages.flatMap((page): ListedPage[] => {
    const version = publishedVersion(page);
    if (version === null || !isChosen(page)) return [];
    const { application, user } = page.lastModifiedBy ?? {};
    return [
      {
        externalId: page.id,
        title: page.title ?? "",
        url: buildPageUrl(site, page),
        version,
        editedAt: page.lastModifiedDateTime ? new Date(page.lastModifiedDateTime) : null,
        editedBy: user?.displayName || application?.displayName || null,
        readers: "unknown",
        above: [],
      },
    ];
  });
  return { pages: listed, next };
}

/**
 * Returns '2' for '2.0' and for the draft '2.1', because readers do not see a draft; null for a page that was never published.
 */
function publishedVersion({ publishingState }: SharepointPage): string | null {
  const major = /^(\d+)(?:\.\d+)?$/.exec(publishingState?.versionId ?? "")?.[1];
  return major === undefined || Number(major) === 0 ? null : major;
}

export async function findGone(opened: OpenedSite, libraryName: string, asked: PagesToCheck): Promise<string[]> {
  const { isChosen } = readChosen(opened, libraryName, asked.places);
  return findUnreadable(asked, async (id) => {
    const page = await opened.api.page(opened.site, id);
    return page && publishedVersion(page) !== null && isChosen(page) ? page : null;
  });
}

export async function readPage({ api, site }: OpenedSite, externalId: string): Promise<WikiPage | null> {
  const page = await api.page(site, externalId);
  const version = page && publishedVersion(page);
  if (!page || version === null) return null;
  // Graph answers with the draft, which readers do not see yet.
  if (!isPublished(page)) throw new Refused("Its latest changes are not published in SharePoint.");
  const canvas = { name: "", attributes: {}, children: partsOf(page).map(toElement) };
  const { all, isCut } = collectPassages(canvas);
  const isOurs = all.some(({ text }) => ANY_MARKER.test(text));
  return { version, title: page.title ?? "", isOurs, passages: isOurs ? [] : all, isCut };
}

const partsOf = ({ canvasLayout }: SitePage): WebPart[] => [
  ...(canvasLayout?.horizontalSections ?? []).flatMap(({ columns }) => columns ?? []).flatMap(webPartsOf),
  ...webPartsOf(canvasLayout?.verticalSection ?? {}),
];
const webPartsOf = ({ webparts }: { webparts?: WebPart[] | null | undefined }) => webparts ?? [];

/** Converts a text web part, or the words that SharePoint stores of another web part for its search. */
function toElement({ innerHtml, data }: WebPart): MarkupElement {
  if (typeof innerHtml === "string") return { ...parseHtml(innerHtml), name: "section" };
  const texts = plainTextsSchema.safeParse(data).data?.serverProcessedContent.searchablePlainTexts ?? [];
  const children = texts.map(({ value }) => ({ name: "p", attributes: {}, children: [value ?? ""] }));
  return { name: "section", attributes: {}, children };
}
