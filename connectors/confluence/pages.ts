import { PlaceNotVisible } from "../errors.ts";
import type { RemotePage } from "../knowledge-target.ts";
import { fitTitle } from "../page-title.ts";
import type { ConfluenceApi } from "./api.ts";
import type { ConfluenceConfig } from "./manifest.ts";
import { readAccount } from "./reach.ts";
import type { ConfluencePage } from "./shapes.ts";
import { isGateway } from "./site.ts";
import { splitStorage } from "./storage.ts";

/** https://support.atlassian.com/confluence-cloud/docs/create-edit-and-publish-a-page/ */
const MAX_TITLE_LENGTH = 255;

/** Finds the configured space. An empty list may also mean that Confluence treated the credentials as none. */
export async function findSpace(api: ConfluenceApi, { spaceId }: ConfluenceConfig) {
  const key = spaceId.trim();
  const space = await api.findSpace(key);
  if (space) return space;
  const { name } = await readAccount(api);
  throw new PlaceNotVisible(`There is no space with the key ${key} that ${name} can see.`, "read:space:confluence");
}

/**
 * Reads a page twice. Returns null only when the account is valid and sees the space, because otherwise a 404 proves
 * nothing.
 */
export async function readPage(
  api: ConfluenceApi,
  config: ConfluenceConfig,
  externalId: string,
): Promise<ConfluencePage | null> {
  const page = await api.readPage(externalId);
  if (page) return page;
  await readAccount(api);
  await findSpace(api, config);
  return api.readPage(externalId);
}

/** The blocks as Confluence stores them; `sent` when the answer has no body. */
export function toRemotePage(api: ConfluenceApi, page: ConfluencePage, sent: RemotePage["blocks"] = []): RemotePage {
  const storage = page.body?.storage?.value;
  return {
    externalId: page.id,
    url: buildPageUrl(api.site, page),
    title: page.title,
    version: String(page.version.number),
    blocks: storage === undefined ? sent : splitStorage(storage),
    // An archived page cannot be edited, so it counts as trashed until somebody restores it.
    state: page.status === "current" ? "current" : "trashed",
  };
}

/** `_links.base` contains the site's address even for calls through the gateway. */
export function buildPageUrl(site: string, { id, _links }: Pick<ConfluencePage, "id" | "_links">): string {
  const base = _links?.base;
  const isTrusted =
    base !== undefined &&
    URL.canParse(base) &&
    !isGateway(base.replace(/\/wiki\/?$/, "")) &&
    (base.startsWith("https://") || new URL(base).origin === new URL(site).origin);
  return `${isTrusted ? base : `${site}/wiki`}${_links?.webui ?? `/pages/viewpage.action?pageId=${id}`}`;
}

export const getStorage = (page: ConfluencePage) => page.body?.storage?.value ?? "";

export const fitPageTitle = (title: string) => fitTitle(title, MAX_TITLE_LENGTH);
