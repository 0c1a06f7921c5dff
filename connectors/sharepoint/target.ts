import type { ConnectorOptions } from "../connector-options.ts";
import { ConnectorError, MissingPermission, NotFound, Refused, runAfterAcceptedWrite, Unreachable } from "../errors.ts";
import { renderHtml } from "../html-render.ts";
import {
  ARTICLE_MARKER,
  type BeforeSending,
  filterDestinations,
  type KnowledgeTarget,
  type NewPage,
  PageChanged,
  type PageUpdate,
  type RemotePage,
} from "../knowledge-target.ts";
import { createAccessTokens } from "../microsoft-login.ts";
import { createPace } from "../pace.ts";
import { fitTitle } from "../page-title.ts";
import { NO_ACCESS, SharepointApi } from "./api.ts";
import { markAsArticleParts, readBlockText, replaceArticleBlocks } from "./canvas.ts";
import type { SharepointConfig } from "./manifest.ts";
import { listOwnPages } from "./own-pages.ts";
import {
  isOwnFileName,
  isPublished,
  listPageLibraries,
  type OpenedSite,
  PAGE_LIBRARY,
  publishUnfinishedPage,
  toFileName,
  toRemotePage,
} from "./pages.ts";
import type { SharepointSite } from "./shapes.ts";
import { parseSiteAddress, readCredentials } from "./site.ts";
import { findGone, listPages, readPage } from "./wiki.ts";

const GRAPH_API = "https://graph.microsoft.com/v1.0";
const MICROSOFT_LOGIN = "https://login.microsoftonline.com";
const MAX_TITLE_LENGTH = 255;
const NO_PAGE = "00000000-0000-0000-0000-000000000000";

interface SharepointTargetOptions extends ConnectorOptions {
  /** The base address of Graph, for tests. Microsoft's own address if absent. */
  apiBaseUrl?: string;
  loginUrl?: string;
}

const BLOCKS: Pick<KnowledgeTarget<SharepointConfig>, "render" | "textOf" | "placeKey"> = {
  placeKey: (config) => `${parseSiteAddress(config)} ${config.spaceId.trim()}`.toLowerCase(),
  render: (content) => markAsArticleParts(renderHtml(content)),
  textOf: readBlockText,
};

/**
 * Publishes an article as one page of the site. The page's file is named after the marker, so that the page cannot be
 * created twice.
 */
export function createSharepointTarget({
  fetch,
  timeoutMs,
  clocks,
  apiBaseUrl = GRAPH_API,
  loginUrl = MICROSOFT_LOGIN,
}: SharepointTargetOptions): KnowledgeTarget<SharepointConfig> {
  const tokens = createAccessTokens({ fetch, loginUrl, now: () => Date.now() });
  const transport = {
    fetch,
    timeoutMs,
    apiBaseUrl,
    tokens,
    pace: createPace("SharePoint", undefined, undefined, clocks),
  };
  const open = async (config: SharepointConfig, signal?: AbortSignal, before?: BeforeSending): Promise<OpenedSite> => {
    const api = new SharepointApi(transport, readCredentials(config), signal, before);
    return { api, site: await siteOf(api, config) };
  };

  return {
    ...BLOCKS,
    async check(config, signal) {
      tokens.forget(readCredentials(config));
      return checkPlace(await open(config, signal), config.spaceId.trim());
    },
    listPlaces: async (config, text, signal) =>
      filterDestinations(await listLibraries(await open(config, signal)), text),
    publish: async (config, page, signal, before) => publishPage(await open(config, signal, before), page),
    update: async (config, externalId, page, signal, before) =>
      updatePage(await open(config, signal, before), externalId, page),
    find: async (config, { marker, createdAfter, known }, signal) =>
      listOwnPages(await open(config, signal), { createdAfter, known }, (name) => name === toFileName(marker)),
    listUnknown: async (config, wanted, signal) => listOwnPages(await open(config, signal), wanted, isOwnFileName),

    async read(config, externalId, signal) {
      const { api, site } = await open(config, signal);
      // Reads the page twice, because a single 404 proves nothing.
      const page = (await api.page(site, externalId)) ?? (await api.page(site, externalId));
      return page && toRemotePage(page, site);
    },

    finish: async (config, externalId, signal) => publishUnfinishedPage(await open(config, signal), externalId),

    async archive(config, externalId, signal) {
      const { api, site } = await open(config, signal);
      await api.deletePage(site, externalId);
    },

    /**
     * Returns null if the page is in the recycle bin. Only a person can restore it, because Graph cannot read the
     * recycle bin.
     */
    async restore(config, externalId, signal) {
      const { api, site } = await open(config, signal);
      const page = await api.page(site, externalId);
      return page && toRemotePage(page, site);
    },

    hidesReaders: true,
    listPages: async (config, request, signal) => listPages(await open(config, signal), config.spaceId, request),
    findGone: async (config, asked, signal) => findGone(await open(config, signal), config.spaceId, asked),
    readPage: async (config, externalId, signal) => readPage(await open(config, signal), externalId),
  };
}

async function listLibraries(site: OpenedSite) {
  return (await listPageLibraries(site)).map(({ displayName }) => ({ id: displayName, name: displayName }));
}

async function siteOf(api: SharepointApi, config: SharepointConfig): Promise<SharepointSite> {
  return api.site(parseSiteAddress(config)).catch((error: unknown) => {
    if (error instanceof NotFound)
      throw new MissingPermission(
        `There is no site at this address that the app can see. ${NO_ACCESS}`,
        "Sites.Selected",
      );
    throw error;
  });
}

async function checkPlace({ api, site }: OpenedSite, listName: string) {
  const lists = await api.lists(site);
  const library = lists.find(({ displayName }) => displayName.toLowerCase() === listName.toLowerCase());
  if (library?.list?.template !== PAGE_LIBRARY) {
    const there = lists.filter(({ list }) => list?.template === PAGE_LIBRARY).map(({ displayName }) => displayName);
    throw new Refused(
      `${listName} is no library of pages on this site.${there.length > 0 ? ` It is called ${there.join(" or ")}.` : ""}`,
    );
  }
  // The page does not exist. A permitted call gets 'not found', and a call without permission is refused before that.
  await api.updatePage(site, NO_PAGE, { title: "Lorekeep" }).catch((error: unknown) => {
    if (error instanceof MissingPermission || error instanceof Unreachable) throw error;
  });
  const place = `Site ${site.displayName || site.webUrl}, ${library.displayName}`;
  return { account: `the app ${api.appId}`, place, warnings: [] };
}

async function publishPage({ api, site }: OpenedSite, { title, blocks }: NewPage): Promise<RemotePage> {
  const canvasLayout = replaceArticleBlocks(null, blocks);
  const marker = JSON.stringify(canvasLayout).match(ARTICLE_MARKER)?.[0];
  const name = marker ? toFileName(marker) : `${Date.now().toString(36)}-without-marker.aspx`;
  const made = await api.createPage(site, { name, title: fitTitle(title, MAX_TITLE_LENGTH), canvasLayout });
  return runAfterAcceptedWrite("SharePoint", async () => {
    await api.publishPage(site, made.id);
    // Reads the page back, because SharePoint may store something other than the sent page.
    const page = await api.page(site, made.id).catch((error: unknown) => {
      if (error instanceof ConnectorError) return { ...made, canvasLayout };
      throw error;
    });
    return toRemotePage(page ?? { ...made, canvasLayout }, site);
  });
}

async function updatePage({ api, site }: OpenedSite, externalId: string, page: PageUpdate): Promise<RemotePage> {
  const current = (await api.page(site, externalId)) ?? (await api.page(site, externalId));
  if (!current) throw new NotFound("The page is gone from SharePoint.");
  if (current.eTag !== page.expectedVersion) throw new PageChanged("Somebody edited the page in SharePoint.");
  const canvasLayout = replaceArticleBlocks(current.canvasLayout ?? null, page.blocks);
  const change = { title: fitTitle(page.title, MAX_TITLE_LENGTH), canvasLayout };
  await api.updatePage(site, externalId, change, current.eTag).catch(async (error: unknown) => {
    const isAsItWas = error instanceof PageChanged && (await api.page(site, externalId))?.eTag === current.eTag;
    if (!isAsItWas) throw error;
    // The page is unchanged, so SharePoint refused the condition itself. The update is sent without it.
    await api.updatePage(site, externalId, change);
  });
  return runAfterAcceptedWrite("SharePoint", async () => {
    // A person's draft stays unpublished, with our change in it.
    if (isPublished(current)) await api.publishPage(site, externalId);
    const updated = await api.page(site, externalId);
    if (!updated) throw new NotFound("The page is gone from SharePoint.");
    return toRemotePage(updated, site);
  });
}
