import type { CallClocks } from "../call-clocks.ts";
import { ConnectorError, CredentialsRejected, MissingPermission, NotFound } from "../errors.ts";
import type { Fetch } from "../http.ts";
import { type KnowledgeTarget, MARKER, PageChanged, type RemotePage, type UnknownPage } from "../knowledge-target.ts";
import { createPace } from "../pace.ts";
import { type ConfluenceApi, type ConfluencePage, connect } from "./api.ts";
import type { ConfluenceConfig } from "./manifest.ts";
import { render } from "./render.ts";
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
}

export function createConfluenceTarget({
  fetch,
  timeoutMs,
  clocks,
}: ConfluenceTargetOptions): KnowledgeTarget<ConfluenceConfig> {
  const pace = createPace("Confluence", undefined, undefined, clocks);
  const connectTo = (config: ConfluenceConfig, signal?: AbortSignal) =>
    connect({ fetch, pace, timeoutMs }, config, signal);

  return {
    render,

    async check(config, signal) {
      const api = connectTo(config, signal);
      const account = await identify(api);
      const space = await findSpace(api, config);
      const permitted = await api.permittedIn(space.id);
      if (permitted && !permitted.has("create page"))
        throw new MissingPermission(
          `${account.name} may not add pages to the space ${space.name}.`,
          "write:page:confluence",
        );
      const isPublic = await api.isPublic(space.key).catch(() => false);
      return {
        account: account.name,
        place: `Space ${space.name} (${space.key})`,
        warnings: isPublic ? [`Anyone on the internet can read the space ${space.name}.`] : [],
      };
    },

    async publish(config, { title, blocks, labels }, signal) {
      const api = connectTo(config, signal);
      const space = await findSpace(api, config);
      const page = await api.createPage(space.id, { title: fitting(title), storage: toStorage(blocks) });
      await addLabels(api, page.id, labels);
      return remotePage(api, page, blocks);
    },

    async update(config, externalId, { title, blocks, labels, expectedVersion, note }, signal) {
      const api = connectTo(config, signal);
      const current = await readPage(api, externalId);
      if (!current) throw new NotFound("The page is gone from Confluence.");
      if (current.status === "trashed" || String(current.version.number) !== expectedVersion)
        throw new PageChanged("Somebody edited the page in Confluence.");
      const page = await api.updatePage(
        externalId,
        { title: fitting(title), storage: toStorage(blocks) },
        { number: current.version.number + 1, message: note },
      );
      await addLabels(api, page.id, labels);
      return remotePage(api, page, blocks);
    },

    async find(config, { marker, title, createdAfter }, signal) {
      const api = connectTo(config, signal);
      const query = await pageQuery(api, config);
      const found = new Map<string, ConfluencePage>();
      const keepIfOurs = (page: ConfluencePage) => {
        if (carries(page, marker)) found.set(page.id, page);
      };
      for await (const page of api.pages(new URLSearchParams({ ...query, title: fitting(title) }))) keepIfOurs(page);
      for await (const page of newestPages(api, query, createdAfter)) keepIfOurs(page);
      return [...found.values()]
        .sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt))
        .map((page) => remotePage(api, page));
    },

    async listUnknown(config, { createdAfter, known }, signal) {
      const api = connectTo(config, signal);
      const found: UnknownPage[] = [];
      for await (const page of newestPages(api, await pageQuery(api, config), createdAfter)) {
        const marker = known.has(page.id) ? undefined : storageOf(page).match(MARKER)?.[0];
        if (marker) found.push({ externalId: page.id, marker });
      }
      return found.reverse();
    },

    async read(config, externalId, signal) {
      const api = connectTo(config, signal);
      const page = await readPage(api, externalId);
      return page && remotePage(api, page);
    },

    async archive(config, externalId, signal) {
      const api = connectTo(config, signal);
      const page = await readPage(api, externalId);
      if (page && page.status !== "trashed") await api.trashPage(externalId);
    },
  };
}

async function identify(api: ConfluenceApi): Promise<{ name: string }> {
  const user = await api.currentUser();
  if (!user) throw new CredentialsRejected("Confluence does not accept this e-mail address and API token.");
  return user;
}

/** An empty answer also means credentials that Confluence took for none. */
async function findSpace(api: ConfluenceApi, { spaceId }: ConfluenceConfig) {
  const key = spaceId.trim();
  const space = await api.findSpace(key);
  if (space) return space;
  const { name } = await identify(api);
  throw new NotFound(`There is no space with the key ${key} that ${name} can see.`);
}

async function readPage(api: ConfluenceApi, externalId: string): Promise<ConfluencePage | null> {
  const page = await api.readPage(externalId);
  if (!page) await identify(api);
  return page;
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
    state: page.status === "trashed" ? "trashed" : "current",
  };
}

/** `_links.base` names the site even when the API is reached through Atlassian's gateway. */
function pageUrl(site: string, { id, _links }: ConfluencePage): string {
  const base = _links?.base;
  const isTrusted =
    base !== undefined &&
    URL.canParse(base) &&
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
const carries = (page: ConfluencePage, marker: string) => storageOf(page).includes(marker);

/** As Confluence keeps a title: one line, no invisible controls. */
function fitting(title: string): string {
  const line = title
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line.slice(0, MAX_TITLE_LENGTH).replace(/[\ud800-\udbff]$/, "") || "Untitled";
}
