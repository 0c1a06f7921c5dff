import type { RemotePage } from "../knowledge-target.ts";
import type { SharepointApi } from "./api.ts";
import { splitCanvas } from "./canvas.ts";
import type { ListedPage, SharepointSite, SitePage } from "./shapes.ts";

export interface OpenedSite {
  api: SharepointApi;
  site: SharepointSite;
}

/** Publishes a page if a call was interrupted between saving and publishing, which leaves a draft. */
export async function publishUnfinishedPage({ api, site }: OpenedSite, externalId: string): Promise<RemotePage | null> {
  const page = await api.page(site, externalId);
  if (!page || !isOursToPublish(page, api.appId)) return null;
  await api.publishPage(site, externalId);
  const published = await api.page(site, externalId);
  return published && toRemotePage(published, site);
}
export const wasLastModifiedByUs = ({ lastModifiedBy }: ListedPage, appId: string) =>
  lastModifiedBy?.application?.id === appId;
/**
 * Whether the only save after the last publishing is ours: '2.1' follows '2.0'. A person's saved draft stays
 * unpublished.
 */
const isOursToPublish = (page: ListedPage, appId: string) =>
  !isPublished(page) && wasLastModifiedByUs(page, appId) && page.publishingState?.versionId?.split(".")[1] === "1";
export const isPublished = ({ publishingState }: ListedPage) => publishingState?.level === "published";

/** Converts a marker such as 'ref lk-7f3a9c21' to a file name. */
export const toFileName = (marker: string) => `${marker.replace(/^ref /, "")}.aspx`;
export const isOwnFileName = (name: string) => /^lk-[\w-]+\.aspx$/.test(name);

export const buildPageUrl = ({ webUrl }: SharepointSite, page: ListedPage) =>
  `${webUrl}/SitePages/${parsePagePath(page).split("/").map(encodeURIComponent).join("/")}`;

/** Returns 'Policies/Leave.aspx' for a page in a folder of the library, whose address Graph gives within the site or as a whole. */
export function parsePagePath({ webUrl, name }: Pick<ListedPage, "webUrl" | "name">): string {
  const folders = /(?:^|\/)SitePages\/(.+)\/[^/]+$/i.exec(webUrl ?? "")?.[1];
  if (folders === undefined) return name;
  return `${decodeIfValid(folders)}/${name}`;
}

function decodeIfValid(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const PAGE_LIBRARY = "webPageLibrary";
export const listPageLibraries = async ({ api, site }: OpenedSite) =>
  (await api.lists(site)).filter(({ list }) => list?.template === PAGE_LIBRARY);

export function toRemotePage(page: SitePage, site: SharepointSite): RemotePage {
  return {
    externalId: page.id,
    url: buildPageUrl(site, page),
    title: page.title ?? "",
    version: page.eTag,
    blocks: splitCanvas(page.canvasLayout ?? {}),
    state: "current",
  };
}
