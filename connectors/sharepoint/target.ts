import type { ConnectorOptions } from "../connector-options.ts";
import { afterWriting, ConnectorError, MissingPermission, NotFound, Refused, Unreachable } from "../errors.ts";
import { renderHtml } from "../html-render.ts";
import {
  type BeforeSending,
  type KnowledgeTarget,
  MARKER,
  type NewPage,
  PageChanged,
  type PageUpdate,
  type RemotePage,
} from "../knowledge-target.ts";
import { accessTokens } from "../microsoft-login.ts";
import { createPace } from "../pace.ts";
import { fittingTitle } from "../page-title.ts";
import { NO_ACCESS, SharepointApi } from "./api.ts";
import { asBlocks, textOf, withBlocks } from "./canvas.ts";
import type { SharepointConfig } from "./manifest.ts";
import { ownPages } from "./own-pages.ts";
import { finishPage, isOurs, isPublished, nameFor, type Opened, remotePage } from "./pages.ts";
import type { Site } from "./shapes.ts";
import { credentialsOf, siteAddress } from "./site.ts";

const GRAPH_API = "https://graph.microsoft.com/v1.0";
const MICROSOFT_LOGIN = "https://login.microsoftonline.com";
const MAX_TITLE_LENGTH = 255;
const NO_PAGE = "00000000-0000-0000-0000-000000000000";
const PAGE_LIBRARY = "webPageLibrary";

interface SharepointTargetOptions extends ConnectorOptions {
  /** Of stand-ins; Microsoft's own when absent. */
  apiBaseUrl?: string;
  loginUrl?: string;
}

const BLOCKS: Pick<KnowledgeTarget<never>, "render" | "textOf"> = {
  render: (content) => asBlocks(renderHtml(content)),
  textOf,
};

/** An article is one page of the site; its file is named after the marker, so that it cannot be made twice. */
export function createSharepointTarget({
  fetch,
  timeoutMs,
  clocks,
  apiBaseUrl = GRAPH_API,
  loginUrl = MICROSOFT_LOGIN,
}: SharepointTargetOptions): KnowledgeTarget<SharepointConfig> {
  const tokens = accessTokens({ fetch, loginUrl, now: () => Date.now() });
  const transport = {
    fetch,
    timeoutMs,
    apiBaseUrl,
    tokens,
    pace: createPace("SharePoint", undefined, undefined, clocks),
  };
  const open = async (config: SharepointConfig, signal?: AbortSignal, before?: BeforeSending): Promise<Opened> => {
    const api = new SharepointApi(transport, credentialsOf(config), signal, before);
    return { api, site: await siteOf(api, config) };
  };

  return {
    ...BLOCKS,
    async check(config, signal) {
      tokens.forget(credentialsOf(config));
      return checkPlace(await open(config, signal), config.spaceId.trim());
    },
    publish: async (config, page, signal, before) => publishPage(await open(config, signal, before), page),
    update: async (config, externalId, page, signal, before) =>
      updatePage(await open(config, signal, before), externalId, page),
    find: async (config, { marker, createdAfter, known }, signal) =>
      ownPages(await open(config, signal), { createdAfter, known }, (name) => name === nameFor(marker)),
    listUnknown: async (config, wanted, signal) => ownPages(await open(config, signal), wanted, isOurs),

    async read(config, externalId, signal) {
      const { api, site } = await open(config, signal);
      // One 404 is no proof.
      const page = (await api.page(site, externalId)) ?? (await api.page(site, externalId));
      return page && remotePage(page, site);
    },

    finish: async (config, externalId, signal) => finishPage(await open(config, signal), externalId),

    async archive(config, externalId, signal) {
      const { api, site } = await open(config, signal);
      await api.deletePage(site, externalId);
    },

    /** Only a person can take a page out of the recycle bin: Graph cannot look into it. */
    async restore(config, externalId, signal) {
      const { api, site } = await open(config, signal);
      const page = await api.page(site, externalId);
      return page && remotePage(page, site);
    },
  };
}

async function siteOf(api: SharepointApi, config: SharepointConfig): Promise<Site> {
  return api.site(siteAddress(config)).catch((error: unknown) => {
    if (error instanceof NotFound)
      throw new MissingPermission(
        `There is no site at this address that the app can see. ${NO_ACCESS}`,
        "Sites.Selected",
      );
    throw error;
  });
}

async function checkPlace({ api, site }: Opened, listName: string) {
  const lists = await api.lists(site);
  const library = lists.find(({ displayName }) => displayName.toLowerCase() === listName.toLowerCase());
  if (library?.list?.template !== PAGE_LIBRARY) {
    const there = lists.filter(({ list }) => list?.template === PAGE_LIBRARY).map(({ displayName }) => displayName);
    throw new Refused(
      `${listName} is no library of pages on this site.${there.length > 0 ? ` It is called ${there.join(" or ")}.` : ""}`,
    );
  }
  // There is no such page: what the app may is answered with 'not found', and what it may not is refused before.
  await api.updatePage(site, NO_PAGE, { title: "Lorekeep" }).catch((error: unknown) => {
    if (error instanceof MissingPermission || error instanceof Unreachable) throw error;
  });
  const place = `Site ${site.displayName || site.webUrl}, ${library.displayName}`;
  return { account: `the app ${api.appId}`, place, warnings: [] };
}

async function publishPage({ api, site }: Opened, { title, blocks }: NewPage): Promise<RemotePage> {
  const canvasLayout = withBlocks(null, blocks);
  const marker = JSON.stringify(canvasLayout).match(MARKER)?.[0];
  const name = marker ? nameFor(marker) : `${Date.now().toString(36)}-without-marker.aspx`;
  const made = await api.createPage(site, { name, title: fittingTitle(title, MAX_TITLE_LENGTH), canvasLayout });
  return afterWriting("SharePoint", async () => {
    await api.publishPage(site, made.id);
    // As SharePoint keeps it, in case that differs from what was sent.
    const page = await api.page(site, made.id).catch((error: unknown) => {
      if (error instanceof ConnectorError) return { ...made, canvasLayout };
      throw error;
    });
    return remotePage(page ?? { ...made, canvasLayout }, site);
  });
}

async function updatePage({ api, site }: Opened, externalId: string, page: PageUpdate): Promise<RemotePage> {
  const current = (await api.page(site, externalId)) ?? (await api.page(site, externalId));
  if (!current) throw new NotFound("The page is gone from SharePoint.");
  if (current.eTag !== page.expectedVersion) throw new PageChanged("Somebody edited the page in SharePoint.");
  const canvasLayout = withBlocks(current.canvasLayout ?? null, page.blocks);
  const change = { title: fittingTitle(page.title, MAX_TITLE_LENGTH), canvasLayout };
  await api.updatePage(site, externalId, change, current.eTag).catch(async (error: unknown) => {
    const isAsItWas = error instanceof PageChanged && (await api.page(site, externalId))?.eTag === current.eTag;
    if (!isAsItWas) throw error;
    // Then it was the condition that was refused.
    await api.updatePage(site, externalId, change);
  });
  return afterWriting("SharePoint", async () => {
    // What a person has saved and not published stays theirs to publish, with our change in it.
    if (isPublished(current)) await api.publishPage(site, externalId);
    const updated = await api.page(site, externalId);
    if (!updated) throw new NotFound("The page is gone from SharePoint.");
    return remotePage(updated, site);
  });
}
