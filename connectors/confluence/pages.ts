import { DestinationNotVisible } from "../errors.ts";
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

/** Finds the configured space. If Confluence lists no space, it may have treated the credentials as missing. */
export async function findSpace(api: ConfluenceApi, { spaceId }: ConfluenceConfig) {
  const key = spaceId.trim();
  const space = await api.findSpace(key);
  if (space) return space;
  const { name } = await readAccount(api);
  throw new DestinationNotVisible(
    `There is no space with the key ${key} that ${name} can see.`,
    "read:space:confluence",
  );
}

/**
 * Reads a page, and reads it again if Confluence responds 404. Returns null only if the account is valid and sees the
 * space, because otherwise a 404 does not prove that the page is gone.
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

/** Converts a page. The blocks are those that Confluence stored; `sent` replaces them if the response has no body. */
export function toRemotePage(api: ConfluenceApi, page: ConfluencePage, sent: RemotePage["blocks"] = []): RemotePage {
  const storage = page.body?.storage?.value;
  return {
    externalId: page.id,
    url: buildPageUrl(api.site, page),
    title: page.title,
    version: String(page.version.number),
    blocks: storage === undefined ? sent : splitStorage(storage),
    // An archived page cannot be edited, so it counts as trashed until a person restores it.
    state: page.status === "current" ? "current" : "trashed",
  };
}

/** Uses `_links.base`, which contains the site's address even if the call went through the gateway. */
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
