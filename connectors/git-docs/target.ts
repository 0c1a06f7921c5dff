import type { ConnectorOptions } from "../connector-options.ts";
import type { BeforeSending, KnowledgeTarget } from "../knowledge-target.ts";
import { createPace } from "../pace.ts";
import type { WikiRepairing } from "../wiki-repair.ts";
import { readAddress } from "./address.ts";
import { archivePage, publishPage, restorePage, updatePage } from "./changes.ts";
import { checkDestination } from "./check.ts";
import { normalizeTitle } from "./file-name.ts";
import type { GitTransport } from "./git-http.ts";
import type { GitDocsConfig } from "./manifest.ts";
import { readBlockText } from "./page-text.ts";
import { type PageBranchHead, type RepositoryPage, toFoundPage } from "./pages.ts";
import { renderPage } from "./render.ts";
import { findRepair, findReview, planRepair, repairPage } from "./repair.ts";
import type { GitRepository } from "./repository.ts";
import { derivePageId, type PageProposals } from "./requests/proposals.ts";
import { openGitSession } from "./session.ts";
import { findGonePages, listPages, readPage } from "./wiki.ts";
import { wikiEvents } from "./wiki-events.ts";

/** The maximum clock difference between our own processes. */
const CLOCK_SKEW_MS = 60 * 1000;
const TIMEOUT_MS = 20_000;
/** The maximum size of the packed newest state, equal to the guarded fetch's limit. */
const MAX_ANSWER_BYTES = 5 * 1024 * 1024;

interface GitDocsTargetOptions extends ConnectorOptions {
  maxBytes?: number;
}

const BLOCKS = {
  render: renderPage,
  textOf: readBlockText,
  // A file has no comments. Those on a request stay in it.
  hasComments: async () => false,
  placeKey: (config: GitDocsConfig) => {
    const { url, folder } = readAddress(config);
    return `${url.toLowerCase()} ${folder}`;
  },
};

export function createGitDocsTarget({
  fetch,
  timeoutMs = TIMEOUT_MS,
  clocks,
  maxBytes = MAX_ANSWER_BYTES,
}: GitDocsTargetOptions): KnowledgeTarget<GitDocsConfig> {
  const pace = createPace("The Git server", undefined, undefined, clocks);
  const transport: GitTransport = { fetch, pace, timeoutMs, maxBytes };
  const kept = new Map<string, GitRepository>();
  const open = (config: GitDocsConfig, signal?: AbortSignal, before?: BeforeSending) =>
    openGitSession(transport, kept, config, signal, before);

  return {
    ...BLOCKS,
    labels: "with the text",
    setsContainersOnCreation: true,
    check: async (config, signal) => checkDestination(transport, open(config, signal), config, signal),
    publish: async (config, page, signal, before) => publishPage(open(config, signal, before), page),
    update: async (config, externalId, page, signal, before) =>
      updatePage(open(config, signal, before), externalId, page),

    async find(config, { marker, title, createdAfter, known }, signal) {
      const { address, ...work } = open(config, signal);
      const isWanted = (page: RepositoryPage) =>
        page.marker === marker && (page.title === normalizeTitle(title) || isSince(page, createdAfter));
      const asked = await askedPages(work.proposals, [derivePageId(marker)], known);
      const ids = new Set(asked.map(({ page }) => page.id));
      const head = await work.newest();
      const pages = (await work.ownPages(head)).filter((page) => !ids.has(page.id) && !known?.has(page.id));
      const wanted = [...pages.map((page) => ({ page, head })), ...asked].filter(({ page }) => isWanted(page));
      return Promise.all(wanted.map((one) => toFoundPage(one.page, marker, one.head, address)));
    },

    async listUnknown(config, { createdAfter, known }, signal) {
      const { address, ...work } = open(config, signal);
      const asked = await askedPages(work.proposals, (await work.proposals?.ids()) ?? [], known);
      const ids = new Set(asked.map(({ page }) => page.id));
      const head = await work.newest();
      const pages = (await work.ownPages(head)).filter((page) => !ids.has(page.id) && !known.has(page.id));
      const recent = [...pages.map((page) => ({ page, head })), ...asked].filter(({ page }) =>
        isSince(page, createdAfter),
      );
      return Promise.all(
        recent.flatMap((one) => (one.page.marker ? [toFoundPage(one.page, one.page.marker, one.head, address)] : [])),
      );
    },

    async read(config, externalId, signal) {
      return open(config, signal).look(externalId);
    },

    archive: async (config, externalId, signal) => archivePage(open(config, signal), externalId),
    restore: async (config, externalId, signal) => restorePage(open(config, signal), externalId),
    listPages: async (config, request, signal) => listPages(open(config, signal), request),
    readPage: async (config, externalId, signal) => readPage(open(config, signal), externalId),
    findGone: async (config, asked, signal) => findGonePages(open(config, signal), asked),
    wikiEvents,
    ...createRepairing(open),
  };
}

const createRepairing = (
  open: (config: GitDocsConfig, signal?: AbortSignal) => ReturnType<typeof openGitSession>,
): WikiRepairing<GitDocsConfig> => ({
  planRepair: async (config, repair, signal) => planRepair(open(config, signal), repair),
  repair: async (config, repair, signal, before) => repairPage(open(config, signal), repair, before),
  findRepair: async (config, repair, signal) => findRepair(open(config, signal), repair),
  findReview: async (config, key, signal) => findReview(open(config, signal), key),
});

/** Pages on a branch of their own with an open request, in that branch's state. */
async function askedPages(proposals: PageProposals | null, ids: string[], known: ReadonlySet<string> = new Set()) {
  const found: { page: RepositoryPage; head: PageBranchHead }[] = [];
  for (const id of proposals ? ids.filter((one) => !known.has(one)) : []) {
    const asked = await proposals?.look(id);
    if (asked?.page?.state === "current") found.push({ page: asked.page, head: asked.head });
  }
  return found;
}

const isSince = ({ createdAt }: RepositoryPage, since: Date) => createdAt.getTime() >= since.getTime() - CLOCK_SKEW_MS;
