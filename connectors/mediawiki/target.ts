import * as z from "zod";
import type { ConnectorOptions } from "../connector-options.ts";
import { NotFound } from "../errors.ts";
import {
  ARTICLE_MARKER,
  type BeforeSending,
  type KnowledgeTarget,
  type NewPage,
  type PageUpdate,
  type RemotePage,
  TitleTaken,
} from "../knowledge-target.ts";
import { createPace } from "../pace.ts";
import type { WikiReading } from "../wiki-pages.ts";
import { connectToWiki, type WikiApi, type WikiTransport } from "./api.ts";
import { createWikiCategories, movePageToCategory, withoutOwnCategories } from "./categories.ts";
import { checkWiki } from "./check.ts";
import { listChoices } from "./choice.ts";
import type { MediaWikiConfig } from "./manifest.ts";
import { readPageFile, writePageFile } from "./page-file.ts";
import { readBlockText } from "./page-text.ts";
import {
  findOwnPage,
  isExistingPage,
  listDeletedVersions,
  listPagesCreatedSince,
  readPage,
  toFoundPage,
  toRemotePage,
  type WikiPage,
} from "./pages.ts";
import { hasCategory } from "./places.ts";
import { renderPage } from "./render.ts";
import { findRepair, planRepair, repairPage } from "./repair.ts";
import { getSessionKey, type WikiSession } from "./session.ts";
import { toWikiTitle } from "./title.ts";
import { findGonePages, listPages, readPage as readWikiPage } from "./wiki.ts";
import { createPage, createPageChangedError, deletePage, renamePage, saveText } from "./writing.ts";

const BLOCKS = { render: renderPage, textOf: readBlockText };

export function createMediaWikiTarget({
  fetch,
  timeoutMs,
  clocks,
}: ConnectorOptions): KnowledgeTarget<MediaWikiConfig> {
  const pace = createPace("The wiki", undefined, undefined, clocks);
  const transport: WikiTransport = { fetch, pace, timeoutMs, sessions: new Map<string, WikiSession>() };
  const open = (config: MediaWikiConfig, signal?: AbortSignal) => connectToWiki(transport, config, signal);

  return {
    ...BLOCKS,
    labels: "with the text",
    setsContainersOnCreation: true,
    async check(config, signal) {
      // An existing session would not prove that the password is right.
      transport.sessions.delete(getSessionKey(config));
      return checkWiki(open(config, signal), config);
    },
    publish: (config, page, signal, before) => publishPage(open(config, signal), config, page, before),
    update: (config, externalId, page, signal, before) =>
      updatePage(open(config, signal), config, { id: externalId, page }, before),

    async find(config, { marker, title, createdAfter, known = new Set() }, signal) {
      const api = open(config, signal);
      const since = await listPagesCreatedSince(api, createdAfter, known);
      const named = await findOwnPage(api, toWikiTitle(title));
      const isNew =
        named && !known.has(named.firstVersion) && since.every((one) => one.firstVersion !== named.firstVersion);
      const user = await api.user();
      return [...(isNew ? [named] : []), ...since]
        .filter((page) => page.state === "current" && markerOf(page) === marker)
        .map((page) => toFoundPage(page, marker, user));
    },

    async listUnknown(config, { createdAfter, known }, signal) {
      const api = open(config, signal);
      const pages = await listPagesCreatedSince(api, createdAfter, known);
      const user = await api.user();
      return pages.flatMap((page) => {
        const marker = markerOf(page);
        return marker ? [toFoundPage(page, marker, user)] : [];
      });
    },

    async read(config, externalId, signal) {
      const found = await readPage(open(config, signal), externalId);
      return found && toRemotePage(found);
    },

    archive: (config, externalId, signal) => archivePage(open(config, signal), externalId),
    restore: (config, externalId, signal) => restorePage(open(config, signal), externalId),
    move: (config, externalId, parentId, signal) =>
      movePageToCategory(open(config, signal), config, externalId, parentId),
    folders: createWikiCategories(open),
    ...createReading(open),
    planRepair: (config, repair, signal) => planRepair(open(config, signal), repair),
    repair: (config, repair, signal, before) => repairPage(open(config, signal), repair, before),
    findRepair: (config, repair, signal) => findRepair(open(config, signal), repair),
  };
}

const createReading = (
  open: (config: MediaWikiConfig, signal?: AbortSignal) => WikiApi,
): WikiReading<MediaWikiConfig> => ({
  listPages: (config, request, signal) => listPages(open(config, signal), config, request),
  readPage: (config, externalId, signal) => readWikiPage(open(config, signal), externalId),
  findGone: (config, asked, signal) => findGonePages(open(config, signal), asked),
  listChoices: (config, request, signal) => listChoices(open(config, signal), request),
});

const markerOf = ({ file }: WikiPage) =>
  ARTICLE_MARKER.exec(file.blocks.map(({ native }) => String(native)).join("\n"))?.[0] ?? null;

async function publishPage(
  api: WikiApi,
  config: MediaWikiConfig,
  { title, blocks, labels, containers = [] }: NewPage,
  before?: BeforeSending,
): Promise<RemotePage> {
  const ofPeople = await withoutOwnCategories(api, containers);
  const text = writePageFile({ title, blocks, categories: [config.spaceId.trim(), ...labels, ...ofPeople] });
  return toRemotePage(await createPage(api, config, { wikiTitle: toWikiTitle(title), text }, before));
}

async function updatePage(
  api: WikiApi,
  config: MediaWikiConfig,
  { id, page }: { id: string; page: PageUpdate },
  before?: BeforeSending,
): Promise<RemotePage> {
  const found = await readPage(api, id);
  if (!found) throw new NotFound("The page is gone from the wiki.");
  if (found.state === "trashed" || found.version !== page.expectedVersion) throw createPageChangedError();
  const wikiTitle = toWikiTitle(page.title);
  const isSameTitle = wikiTitle === found.wikiTitle;
  const rename = { wikiTitle, reason: "Lorekeep: the article has another title", erasesOldTitle: page.erasesOldTitle };
  const now = isSameTitle ? found : await renamePage(api, found, rename, before);
  const categories = hasCategory(found.text) ? page.labels : [config.spaceId.trim(), ...page.labels];
  const text = writePageFile({ ...page, categories }, found.file);
  const version = await saveText(api, now, { text, summary: page.note }, isSameTitle ? before : undefined);
  return toRemotePage({ ...now, version, text, file: readPageFile(text) });
}

async function archivePage(api: WikiApi, id: string): Promise<void> {
  const page = await readPage(api, id);
  if (page?.state === "current") await deletePage(api, page, "Lorekeep: the article was removed");
}

/**
 * Restores a page. Returns null if another page has its title, because the wiki would merge the histories of both
 * pages.
 */
async function restorePage(api: WikiApi, id: string): Promise<RemotePage | null> {
  const page = await readPage(api, id);
  if (!page || page.state === "current") return page && toRemotePage(page);
  const { firstVersion, wikiTitle } = page;
  if (await isExistingPage(api, wikiTitle)) return null;
  const versions = await listDeletedVersions(api, firstVersion, wikiTitle);
  const timestamps = versions.flatMap(({ timestamp }) => timestamp ?? []).join("|");
  const form = { title: wikiTitle, timestamps, reason: "Lorekeep: the article was restored" };
  // https://www.mediawiki.org/wiki/API:Undelete
  await api.write("undelete", form, z.object({ undelete: z.looseObject({}) })).catch((error: unknown) => {
    if (!(error instanceof NotFound) && !(error instanceof TitleTaken)) throw error;
  });
  const restored = await readPage(api, firstVersion);
  return restored?.state === "current" ? toRemotePage(restored) : null;
}
