import type { ConnectorOptions } from "../connector-options.ts";
import { ConnectorError, MissingPermission, NotFound } from "../errors.ts";
import {
  type BeforeSending,
  isLabelDropped,
  type KnowledgeTarget,
  MAX_DESTINATIONS,
  type NewPage,
  PageChanged,
  type PageUpdate,
  type RemotePage,
  type TargetCheckResult,
  type TargetDestination,
  TitleTaken,
} from "../knowledge-target.ts";
import { createPace } from "../pace.ts";
import { ConfluenceApi } from "./api.ts";
import { deleteComment, findComment, hasComments, postComment } from "./comments.ts";
import { createMissingAddPermission } from "./errors.ts";
import { carryOverComments } from "./inline-comments.ts";
import { restoreLateComments } from "./late-comments.ts";
import type { ConfluenceConfig } from "./manifest.ts";
import { findOwnPages, listUnknownPages } from "./own-pages.ts";
import { readBlockText } from "./page-text.ts";
import { findSpace, fitPageTitle, getStorage, readPage, toRemotePage } from "./pages.ts";
import { GATEWAY_URL, isSpacePublic, type ReachOptions, reachSite } from "./reach.ts";
import { renderPage } from "./render.ts";
import { findRepair, planRepair, repairPage } from "./repair.ts";
import { parseSiteUrl } from "./site.ts";
import { joinStorage } from "./storage.ts";
import { findGonePages, listPages, readPage as readWikiPage } from "./wiki.ts";

interface ConfluenceTargetOptions extends ConnectorOptions {
  /** The base address of the gateway, for tests. Atlassian's own address if absent. */
  gatewayUrl?: string;
}

const BLOCKS = {
  render: renderPage,
  textOf: readBlockText,
  placeKey: (config: ConfluenceConfig) => `${parseSiteUrl(config)} ${config.spaceId.trim().toUpperCase()}`,
};

export function createConfluenceTarget({
  fetch,
  timeoutMs,
  clocks,
  gatewayUrl = GATEWAY_URL,
}: ConfluenceTargetOptions): KnowledgeTarget<ConfluenceConfig> {
  const pace = createPace("Confluence", undefined, undefined, clocks);
  const connectTo = (config: ConfluenceConfig, signal?: AbortSignal) =>
    new ConfluenceApi({ fetch, pace, timeoutMs }, config, signal);

  return {
    ...BLOCKS,
    labels: "apart",
    check: (config, signal) =>
      checkPlace(
        { connect: (to) => connectTo(to, signal), platform: { fetch, timeoutMs }, gatewayUrl, signal },
        config,
      ),
    listPlaces: (config, text, signal) => listSpaces(connectTo(config, signal), text),
    listChoices: (config, { text }, signal) => listSpaces(connectTo(config, signal), text),
    publish: (config, page, signal, before) => publish(connectTo(config, signal), config, page, before),
    update: (config, id, update, signal, before) => updatePage(connectTo(config, signal), config, id, update, before),
    find: (config, wanted, signal) => findOwnPages(connectTo(config, signal), config, wanted),
    listUnknown: (config, wanted, signal) => listUnknownPages(connectTo(config, signal), config, wanted),
    read: (config, externalId, signal) => read(connectTo(config, signal), config, externalId),
    hasComments: (config, { externalId }, signal) => hasComments(connectTo(config, signal), externalId),
    archive: (config, externalId, signal) => archive(connectTo(config, signal), config, externalId),
    restore: (config, externalId, signal) => restore(connectTo(config, signal), config, externalId),
    move: (config, externalId, parentId, signal) => move(connectTo(config, signal), config, externalId, parentId),
    readsAtOnce: 4,
    listPages: (config, request, signal) => listPages(connectTo(config, signal), config, request),
    readPage: (config, externalId, signal) => readWikiPage(connectTo(config, signal), config, externalId),
    findGone: (config, asked, signal) => findGonePages(connectTo(config, signal), config, asked),
    planRepair: (config, repair, signal) => planRepair(connectTo(config, signal), config, repair),
    repair: (config, repair, signal, before) => repairPage(connectTo(config, signal), config, repair, before),
    findRepair: (config, repair, signal) => findRepair(connectTo(config, signal), config, repair),
    comment: (config, comment, signal) => postComment(connectTo(config, signal), config, comment),
    findComment: (config, comment, signal) => findComment(connectTo(config, signal), config, comment),
    deleteComment: (config, { id }, signal) => deleteComment(connectTo(config, signal), id),
  };
}

/** Only this many spaces of a site are searched, because Confluence cannot search spaces by name. */
const MOST_SPACES = 2_000;

async function listSpaces(api: ConfluenceApi, text: string): Promise<TargetDestination[]> {
  const wanted = text.toLowerCase();
  const found: TargetDestination[] = [];
  let seen = 0;
  for await (const { key, name } of api.spaces()) {
    seen += 1;
    const isFound = [key, name].some((one) => one.toLowerCase().includes(wanted));
    if (isFound) found.push({ id: key, name: `${name} (${key})` });
    if (found.length === MAX_DESTINATIONS || seen === MOST_SPACES) break;
  }
  return found;
}

async function publish(
  api: ConfluenceApi,
  config: ConfluenceConfig,
  { title, blocks, labels }: NewPage,
  before?: BeforeSending,
): Promise<RemotePage> {
  const space = await findSpace(api, config);
  const body = { title: fitPageTitle(title), storage: joinStorage(blocks) };
  const page = await api.createPage(space.id, body, before).catch(async (error: unknown) => {
    // Confluence also responds 'not found' to an account that may not write in the space.
    const permitted = error instanceof NotFound ? await api.permittedIn(space.id) : null;
    throw permitted && !permitted.has("create page") ? createMissingAddPermission() : error;
  });
  await addLabels(api, page.id, labels);
  return toRemotePage(api, page, blocks);
}

async function updatePage(
  api: ConfluenceApi,
  config: ConfluenceConfig,
  externalId: string,
  { title, blocks, labels, droppedLabels, expectedVersion, note }: PageUpdate,
  before?: BeforeSending,
): Promise<RemotePage> {
  const current = await readPage(api, config, externalId);
  if (!current) throw new NotFound("The page is gone from Confluence.");
  if (current.status !== "current" || String(current.version.number) !== expectedVersion)
    throw new PageChanged("Somebody edited the page in Confluence.");
  const { storage, detached } = carryOverComments(getStorage(current), joinStorage(blocks));
  if (droppedLabels) {
    await before?.(detached);
    // Labels change before the text, because erased words must not remain as labels.
    for (const label of await api.labelsOf(externalId))
      if (isLabelDropped({ droppedLabels }, label)) await api.removeLabel(externalId, label);
  }
  const written = await api.updatePage(
    externalId,
    { title: fitPageTitle(title), storage },
    { number: current.version.number + 1, message: note },
    before && (() => before(detached)),
  );
  const page = await restoreLateComments(api, { read: current, written, storage }, before);
  await addLabels(api, page.id, labels);
  return toRemotePage(api, page, blocks);
}

async function read(api: ConfluenceApi, config: ConfluenceConfig, externalId: string): Promise<RemotePage | null> {
  const page = await readPage(api, config, externalId);
  return page && toRemotePage(api, page);
}

async function archive(api: ConfluenceApi, config: ConfluenceConfig, externalId: string): Promise<void> {
  const page = await readPage(api, config, externalId);
  if (page && page.status !== "trashed") await api.trashPage(externalId);
}

/** Restores a page from the trash; null if it cannot be restored. */
async function restore(api: ConfluenceApi, config: ConfluenceConfig, externalId: string): Promise<RemotePage | null> {
  const page = await readPage(api, config, externalId);
  if (page?.status !== "trashed") return page && toRemotePage(api, page);
  try {
    await api.restorePage({ ...page, storage: getStorage(page) });
  } catch (error) {
    if (error instanceof TitleTaken || error instanceof NotFound) return null;
    throw error;
  }
  const restored = await readPage(api, config, externalId);
  return restored && toRemotePage(api, restored);
}

/** Moves a page below another page. With null, moves it below the home page of the space, where new pages begin. */
async function move(api: ConfluenceApi, config: ConfluenceConfig, externalId: string, parentId: string | null) {
  const above = parentId ?? (await findSpace(api, config)).homepageId;
  if (above) await api.movePage(externalId, above);
}

async function checkPlace(options: ReachOptions, config: ConfluenceConfig): Promise<TargetCheckResult> {
  const { api, account, origin, warnings } = await reachSite(options, config);
  const space = await findSpace(api, config);
  const permitted = await api.permittedIn(space.id);
  if (permitted && !permitted.has("create page"))
    throw new MissingPermission(
      `${account.name} may not add pages to the space ${space.name}.`,
      "write:page:confluence",
    );
  if (await isSpacePublic(options, api, space))
    warnings.push(`Anyone on the internet can read the space ${space.name}.`);
  return { account: account.name, place: `Space ${space.name} (${space.key})`, warnings, ...(origin && { origin }) };
}

/** Adds labels and ignores failures, because the page exists already. The next update adds the missing labels. */
async function addLabels(api: ConfluenceApi, pageId: string, labels: string[]): Promise<void> {
  if (labels.length === 0) return;
  await api.addLabels(pageId, labels).catch((error: unknown) => {
    if (!(error instanceof ConnectorError)) throw error;
  });
}
