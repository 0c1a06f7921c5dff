import type { CallClocks } from "../call-clocks.ts";
import { ConnectorError, MissingPermission, NotFound } from "../errors.ts";
import type { Fetch } from "../http.ts";
import {
  type BeforeSending,
  type FoundPage,
  type KnowledgeTarget,
  MARKER,
  type NewPage,
  PageChanged,
  type PageUpdate,
  type RemotePage,
  type TargetCheck,
  TitleTaken,
} from "../knowledge-target.ts";
import { createPace } from "../pace.ts";
import { fittingTitle } from "../page-title.ts";
import { ConfluenceApi, type ConfluencePage, mayNotAdd } from "./api.ts";
import { carryComments } from "./inline-comments.ts";
import { keepLateComments } from "./late-comments.ts";
import type { ConfluenceConfig } from "./manifest.ts";
import { textOf } from "./page-text.ts";
import { GATEWAY_URL, identify, isPublic, reach, type Ways } from "./reach.ts";
import { render } from "./render.ts";
import { isGateway } from "./site.ts";
import { toBlocks, toStorage } from "./storage.ts";

/** Our clock and Confluence's may differ by this much. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;
/** https://support.atlassian.com/confluence-cloud/docs/create-edit-and-publish-a-page/ */
const MAX_TITLE_LENGTH = 255;
/** Bodies come along, so a list stays well below the size of an answer we take. */
const PAGES_PER_LIST = "10";

export interface ConfluenceTargetOptions {
  fetch: Fetch;
  timeoutMs?: number;
  /** Shared between processes; this process's own when absent. */
  clocks?: CallClocks | undefined;
  /** Of a stand-in; Atlassian's own when absent. */
  gatewayUrl?: string;
}

const BLOCKS = { render, textOf };

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
    publish: (config, page, signal, before) => publish(connectTo(config, signal), config, page, before),
    update: (config, id, update, signal, before) => updatePage(connectTo(config, signal), config, id, update, before),
    find: (config, wanted, signal) => findOwn(connectTo(config, signal), config, wanted),
    listUnknown: (config, wanted, signal) => listUnknown(connectTo(config, signal), config, wanted),
    read: (config, externalId, signal) => read(connectTo(config, signal), config, externalId),
    archive: (config, externalId, signal) => archive(connectTo(config, signal), config, externalId),
    restore: (config, externalId, signal) => restore(connectTo(config, signal), config, externalId),
    move: (config, externalId, parentId, signal) => move(connectTo(config, signal), config, externalId, parentId),
  };
}

async function publish(
  api: ConfluenceApi,
  config: ConfluenceConfig,
  { title, blocks, labels }: NewPage,
  before?: BeforeSending,
): Promise<RemotePage> {
  const space = await findSpace(api, config);
  const body = { title: fitting(title), storage: toStorage(blocks) };
  const page = await api.createPage(space.id, body, before).catch(async (error: unknown) => {
    // Confluence says 'not found' also to an account that may not write there.
    const permitted = error instanceof NotFound ? await api.permittedIn(space.id) : null;
    throw permitted && !permitted.has("create page") ? mayNotAdd() : error;
  });
  await addLabels(api, page.id, labels);
  return remotePage(api, page, blocks);
}

async function updatePage(
  api: ConfluenceApi,
  config: ConfluenceConfig,
  externalId: string,
  { title, blocks, labels, isDroppedLabel, expectedVersion, note }: PageUpdate,
  before?: BeforeSending,
): Promise<RemotePage> {
  const current = await readPage(api, config, externalId);
  if (!current) throw new NotFound("The page is gone from Confluence.");
  if (current.status !== "current" || String(current.version.number) !== expectedVersion)
    throw new PageChanged("Somebody edited the page in Confluence.");
  const { storage, detached } = carryComments(storageOf(current), toStorage(blocks));
  if (isDroppedLabel) {
    await before?.(detached);
    // Before the text is changed: words that are erased from it must not stay as labels of the page.
    for (const label of await api.labelsOf(externalId))
      if (isDroppedLabel(label)) await api.removeLabel(externalId, label);
  }
  const written = await api.updatePage(
    externalId,
    { title: fitting(title), storage },
    { number: current.version.number + 1, message: note },
    before && (() => before(detached)),
  );
  const page = await keepLateComments(api, { read: current, written, storage }, before);
  await addLabels(api, page.id, labels);
  return remotePage(api, page, blocks);
}

/** Pages of this account that carry the marker, the oldest first. */
async function findOwn(
  api: ConfluenceApi,
  config: ConfluenceConfig,
  { marker, title, createdAfter }: Parameters<KnowledgeTarget<ConfluenceConfig>["find"]>[1],
): Promise<FoundPage[]> {
  const { id: self } = await identify(api);
  const query = await pageQuery(api, config);
  const found = new Map<string, ConfluencePage>();
  const keepIfOurs = (page: ConfluencePage) => {
    if (page.authorId === self && storageOf(page).includes(marker)) found.set(page.id, page);
  };
  for await (const page of api.pages(new URLSearchParams({ ...query, title: fitting(title) }))) keepIfOurs(page);
  for await (const page of newestPages(api, query, createdAfter)) keepIfOurs(page);
  return [...found.values()]
    .sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt))
    .map((page) => foundPage(api, page, marker));
}

async function listUnknown(
  api: ConfluenceApi,
  config: ConfluenceConfig,
  { createdAfter, known }: Parameters<KnowledgeTarget<ConfluenceConfig>["listUnknown"]>[1],
): Promise<FoundPage[]> {
  const { id: self } = await identify(api);
  const found: FoundPage[] = [];
  for await (const page of newestPages(api, await pageQuery(api, config), createdAfter)) {
    const isOurs = page.authorId === self && !known.has(page.id);
    const marker = isOurs ? storageOf(page).match(MARKER)?.[0] : undefined;
    if (marker) found.push(foundPage(api, page, marker));
  }
  return found.reverse();
}

async function read(api: ConfluenceApi, config: ConfluenceConfig, externalId: string): Promise<RemotePage | null> {
  const page = await readPage(api, config, externalId);
  return page && remotePage(api, page);
}

async function archive(api: ConfluenceApi, config: ConfluenceConfig, externalId: string): Promise<void> {
  const page = await readPage(api, config, externalId);
  if (page && page.status !== "trashed") await api.trashPage(externalId);
}

/** Null when it cannot be had back. */
async function restore(api: ConfluenceApi, config: ConfluenceConfig, externalId: string): Promise<RemotePage | null> {
  const page = await readPage(api, config, externalId);
  if (page?.status !== "trashed") return page && remotePage(api, page);
  try {
    await api.restorePage({ ...page, storage: storageOf(page) });
  } catch (error) {
    if (error instanceof TitleTaken || error instanceof NotFound) return null;
    throw error;
  }
  const restored = await readPage(api, config, externalId);
  return restored && remotePage(api, restored);
}

/** Null: to where new pages are made, under the home page of the space. */
async function move(api: ConfluenceApi, config: ConfluenceConfig, externalId: string, parentId: string | null) {
  const above = parentId ?? (await findSpace(api, config)).homepageId;
  if (above) await api.movePage(externalId, above);
}

async function checkPlace(ways: Ways, config: ConfluenceConfig): Promise<TargetCheck> {
  const { api, account, origin, warnings } = await reach(ways, config);
  const space = await findSpace(api, config);
  const permitted = await api.permittedIn(space.id);
  if (permitted && !permitted.has("create page"))
    throw new MissingPermission(
      `${account.name} may not add pages to the space ${space.name}.`,
      "write:page:confluence",
    );
  if (await isPublic(ways, api, space)) warnings.push(`Anyone on the internet can read the space ${space.name}.`);
  return { account: account.name, place: `Space ${space.name} (${space.key})`, warnings, ...(origin && { origin }) };
}

/** An empty answer also means credentials that Confluence took for none. */
async function findSpace(api: ConfluenceApi, { spaceId }: ConfluenceConfig) {
  const key = spaceId.trim();
  const space = await api.findSpace(key);
  if (space) return space;
  const { name } = await identify(api);
  throw new MissingPermission(`There is no space with the key ${key} that ${name} can see.`, "read:space:confluence");
}

/** Null only when the account is known and sees the space: else nothing is said about the page. One 404 is no proof. */
async function readPage(
  api: ConfluenceApi,
  config: ConfluenceConfig,
  externalId: string,
): Promise<ConfluencePage | null> {
  const page = await api.readPage(externalId);
  if (page) return page;
  await identify(api);
  await findSpace(api, config);
  return api.readPage(externalId);
}

/** The page stands without its labels, and the next update adds them; a failure here must not look like a failed page. */
async function addLabels(api: ConfluenceApi, pageId: string, labels: string[]): Promise<void> {
  if (labels.length === 0) return;
  await api.addLabels(pageId, labels).catch((error: unknown) => {
    if (!(error instanceof ConnectorError)) throw error;
  });
}

/** The blocks as Confluence keeps them; `sent` when the answer leaves the body out. */
function remotePage(api: ConfluenceApi, page: ConfluencePage, sent: RemotePage["blocks"] = []): RemotePage {
  const storage = page.body?.storage?.value;
  return {
    externalId: page.id,
    url: pageUrl(api.site, page),
    title: page.title,
    version: String(page.version.number),
    blocks: storage === undefined ? sent : toBlocks(storage),
    // An archived page cannot be edited: for us it is as good as in the trash until somebody brings it back.
    state: page.status === "current" ? "current" : "trashed",
  };
}

/** Made by the account itself; a comment's mark in the body is somebody's work too. */
function foundPage(api: ConfluenceApi, page: ConfluencePage, marker: string): FoundPage {
  const isUntouched = page.version.authorId === page.authorId && !storageOf(page).includes("<ac:inline-comment-marker");
  return { ...remotePage(api, page), marker, isUntouched };
}

/** `_links.base` names the site even when the API is reached through Atlassian's gateway. */
function pageUrl(site: string, { id, _links }: ConfluencePage): string {
  const base = _links?.base;
  const isTrusted =
    base !== undefined &&
    URL.canParse(base) &&
    !isGateway(base.replace(/\/wiki\/?$/, "")) &&
    (base.startsWith("https://") || new URL(base).origin === new URL(site).origin);
  return `${isTrusted ? base : `${site}/wiki`}${_links?.webui ?? `/pages/viewpage.action?pageId=${id}`}`;
}

async function pageQuery(api: ConfluenceApi, config: ConfluenceConfig) {
  const { id: spaceId } = await findSpace(api, config);
  return { "space-id": spaceId, status: "current", "body-format": "storage", limit: PAGES_PER_LIST };
}

async function* newestPages(
  api: ConfluenceApi,
  query: Record<string, string>,
  createdAfter: Date,
): AsyncGenerator<ConfluencePage> {
  const since = createdAfter.getTime() - CLOCK_SKEW_MS;
  for await (const page of api.pages(new URLSearchParams({ ...query, sort: "-created-date" }))) {
    if (Date.parse(page.createdAt) < since) return;
    yield page;
  }
}

const storageOf = (page: ConfluencePage) => page.body?.storage?.value ?? "";

const fitting = (title: string) => fittingTitle(title, MAX_TITLE_LENGTH);
