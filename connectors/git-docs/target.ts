import type { CallClocks } from "../call-clocks.ts";
import type { Fetch } from "../http.ts";
import type { BeforeSending, KnowledgeTarget } from "../knowledge-target.ts";
import { createPace } from "../pace.ts";
import { archivePage, publishPage, restorePage, updatePage } from "./changes.ts";
import { checkPlace } from "./check.ts";
import { fittingTitle } from "./file-name.ts";
import type { GitWays } from "./git-http.ts";
import type { GitDocsConfig } from "./manifest.ts";
import { textOf } from "./page-text.ts";
import { foundPage, type Page, remotePage } from "./pages.ts";
import { render } from "./render.ts";
import type { Repository } from "./repository.ts";
import { openWork } from "./work.ts";

/** The clocks of our own processes may differ by this much. */
const CLOCK_SKEW_MS = 60 * 1000;
const TIMEOUT_MS = 20_000;
/** Of the newest state, packed: what the guarded fetch takes. */
const MAX_ANSWER_BYTES = 5 * 1024 * 1024;

export interface GitDocsTargetOptions {
  fetch: Fetch;
  timeoutMs?: number;
  /** Shared between processes; this process's own when absent. */
  clocks?: CallClocks | undefined;
  maxBytes?: number;
}

const BLOCKS = { render, textOf };

export function createGitDocsTarget({
  fetch,
  timeoutMs = TIMEOUT_MS,
  clocks,
  maxBytes = MAX_ANSWER_BYTES,
}: GitDocsTargetOptions): KnowledgeTarget<GitDocsConfig> {
  const pace = createPace("The Git server", undefined, undefined, clocks);
  const ways: GitWays = { fetch, pace, timeoutMs, maxBytes };
  const kept = new Map<string, Repository>();
  const open = (config: GitDocsConfig, signal?: AbortSignal, before?: BeforeSending) =>
    openWork(ways, kept, config, signal, before);

  return {
    ...BLOCKS,
    labels: "with the text",
    check: async (config, signal) => checkPlace(ways, open(config, signal), config, signal),
    publish: async (config, page, signal, before) => publishPage(open(config, signal, before), page),
    update: async (config, externalId, page, signal, before) =>
      updatePage(open(config, signal, before), externalId, page),

    async find(config, { marker, title, createdAfter, known }, signal) {
      const { address, ...work } = open(config, signal);
      const head = await work.newest();
      const isWanted = (page: Page) =>
        page.marker === marker && (page.title === fittingTitle(title) || isSince(page, createdAfter));
      const pages = (await work.ownPages(head)).filter((page) => !known?.has(page.id) && isWanted(page));
      return pages.map((page) => foundPage(page, marker, head, address));
    },

    async listUnknown(config, { createdAfter, known }, signal) {
      const { address, ...work } = open(config, signal);
      const head = await work.newest();
      const pages = (await work.ownPages(head)).filter((page) => !known.has(page.id) && isSince(page, createdAfter));
      return pages.flatMap((page) => (page.marker ? [foundPage(page, page.marker, head, address)] : []));
    },

    async read(config, externalId, signal) {
      const work = open(config, signal);
      const found = await work.look(externalId);
      return found && remotePage(found.page, found.head, work.address);
    },

    archive: async (config, externalId, signal) => archivePage(open(config, signal), externalId),
    restore: async (config, externalId, signal) => restorePage(open(config, signal), externalId),
  };
}

const isSince = ({ createdAt }: Page, since: Date) => createdAt.getTime() >= since.getTime() - CLOCK_SKEW_MS;
