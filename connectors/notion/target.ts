import type { ConnectorOptions } from "../connector-options.ts";
import { ConnectorError, NotFound, ReadTimedOut, Unreachable } from "../errors.ts";
import {
  ARTICLE_MARKER,
  type BeforeSending,
  type KnowledgeTarget,
  MAX_DESTINATIONS,
  type NewPage,
  PageChanged,
  type PageUpdate,
  type RemotePage,
  type TargetCheckResult,
  type TargetDestination,
} from "../knowledge-target.ts";
import { createPace } from "../pace.ts";
import type { WikiCommenting } from "../wiki-comment.ts";
import type { WikiReading } from "../wiki-pages.ts";
import type { PlannedRepair } from "../wiki-repair.ts";
import { NotionApi } from "./api.ts";
import { type RemoteTree, toRemotePageBlock, type WireBlock } from "./blocks.ts";
import { listChanges, orderErasuresFirst, type PageChange } from "./changes.ts";
import { AncestorMemories, listChoices, parseContainer } from "./choice.ts";
import { deleteComment, findComment, postComment } from "./comments.ts";
import { hasDiscussions, listDiscussions } from "./discussions.ts";
import type { NotionConfig } from "./manifest.ts";
import { listOwnPages } from "./own-pages.ts";
import { parseParentPageId } from "./page-id.ts";
import { readBlockText } from "./page-text.ts";
import { type PageBlockCache, PageBlockCaches } from "./read-blocks.ts";
import { renderPage } from "./render.ts";
import { findRepair, planRepair, repairPage } from "./repair.ts";
import { splitIntoRequests } from "./requests.ts";
import { MAX_CONTENT_LENGTH, toPrintableText } from "./rich-text.ts";
import { isTrashed, readTitle } from "./shapes.ts";
import { getPage, getParent, readBlockChildren, readTrees, readWhole, toRemotePage } from "./whole-page.ts";
import { findGonePages, listPages as listWikiPages, readPage as readWikiPage } from "./wiki.ts";
import { wikiEvents } from "./wiki-events.ts";

interface NotionTargetOptions extends ConnectorOptions {
  apiBaseUrl?: string;
  /** Three calls a second per connection: https://developers.notion.com/reference/request-limits */
  requestsPerSecond?: number;
}

const WITHOUT_ACCOUNT = { render: renderPage, textOf: readBlockText, placeKey: parseParentPageId, wikiEvents };

export function createNotionTarget({
  fetch,
  apiBaseUrl = "https://api.notion.com",
  timeoutMs,
  requestsPerSecond = 3,
  clocks,
}: NotionTargetOptions): KnowledgeTarget<NotionConfig> {
  const pace = createPace("Notion", requestsPerSecond, undefined, clocks);
  const connectTo = ({ apiKey }: NotionConfig, signal?: AbortSignal, before?: BeforeSending) =>
    new NotionApi({ fetch, pace, apiBaseUrl, timeoutMs }, apiKey.trim(), signal, before);
  const memories = new PageBlockCaches();
  const memoryOf = ({ apiKey }: NotionConfig, pageId: string) => memories.of(apiKey, pageId);

  return {
    ...WITHOUT_ACCOUNT,
    check: (config, signal) => check(connectTo(config, signal), config),
    listPlaces: (config, text, signal) => listPages(connectTo(config, signal), text),
    publish: (config, page, signal, before) => publish(connectTo(config, signal, before), config, page, memoryOf),
    update(config, externalId, update, signal, before) {
      const lost: AffectedDiscussions = { discussions: [] };
      const api = connectTo(config, signal, before && (() => before(lost.discussions)));
      const memory = memoryOf(config, externalId);
      return reportProgress({ api, memory, signal }, () => updatePage(api, externalId, update, { lost, memory }));
    },
    find(config, { marker, ...wanted }, signal) {
      const api = connectTo(config, signal);
      const work = () => listOwnPages(api, config, wanted, { memories, isWanted: (one) => one === marker });
      return reportProgress({ api, memory: memories, signal }, work);
    },
    listUnknown(config, wanted, signal) {
      const api = connectTo(config, signal);
      const all = { memories, isWanted: (found: string) => ARTICLE_MARKER.test(found) };
      return reportProgress({ api, memory: memories, signal }, () => listOwnPages(api, config, wanted, all));
    },
    read(config, externalId, signal) {
      const api = connectTo(config, signal);
      const memory = memoryOf(config, externalId);
      return reportProgress({ api, memory, signal }, () => read(api, config, externalId, memory));
    },
    archive: (config, externalId, signal) => archive(connectTo(config, signal), externalId),
    restore(config, externalId, signal) {
      const api = connectTo(config, signal);
      const memory = memoryOf(config, externalId);
      return reportProgress({ api, memory, signal }, () => restore(api, externalId, memory));
    },
    move: (config, externalId, parentId, signal) =>
      connectTo(config, signal).movePage(externalId, parseContainer(parentId ?? parseParentPageId(config))),
    planRepair: (config, repair, signal) => planRepair(connectTo(config, signal), repair),
    repair(config, repair, signal, before) {
      const announced: { plan: PlannedRepair | null } = { plan: null };
      const announce = async () => void (announced.plan && (await before?.(announced.plan)));
      return repairPage(connectTo(config, signal, announce), repair, announced);
    },
    findRepair: (config, repair, signal) => findRepair(connectTo(config, signal), repair),
    ...createReading(connectTo, new AncestorMemories()),
    ...createCommenting(connectTo),
  };
}

type OpenNotionApi = (config: NotionConfig, signal?: AbortSignal) => NotionApi;

const createReading = (connectTo: OpenNotionApi, ancestors: AncestorMemories): WikiReading<NotionConfig> => ({
  listPages: (config, request, signal) =>
    listWikiPages(connectTo(config, signal), config, (part) => ancestors.of(config.apiKey, part), request),
  readPage: (config, externalId, signal) => readWikiPage(connectTo(config, signal), externalId),
  findGone: (config, asked, signal) => findGonePages(connectTo(config, signal), asked),
  listChoices: (config, request, signal) => listChoices(connectTo(config, signal), request),
});

const createCommenting = (
  connectTo: OpenNotionApi,
): WikiCommenting<NotionConfig> & Pick<KnowledgeTarget<NotionConfig>, "hasComments"> => ({
  hasComments: (config, { externalId }, signal) => hasDiscussions(connectTo(config, signal), externalId),
  comment: (config, comment, signal) => postComment(connectTo(config, signal), comment),
  findComment: (config, comment, signal) => findComment(connectTo(config, signal), comment),
  deleteComment: (config, comment, signal) => deleteComment(connectTo(config, signal), comment),
});

async function check(api: NotionApi, config: NotionConfig): Promise<TargetCheckResult> {
  const { name, workspace } = await api.me();
  const parent = await getParent(api, config);
  const title = readTitle(parent) || "Untitled";
  return {
    account: workspace ? `${name} in ${workspace}` : name,
    place: `Page ${title}`,
    warnings: parent.public_url
      ? [`Anyone on the internet can read the page ${title} and what is written under it.`]
      : [],
  };
}

async function listPages(api: NotionApi, text: string): Promise<TargetDestination[]> {
  const pages = await api.findPages(text, MAX_DESTINATIONS);
  return pages.filter((page) => !isTrashed(page)).map((page) => ({ id: page.id, name: readTitle(page) || "Untitled" }));
}

/** If an attempt times out after it read further blocks, throws `ReadTimedOut`, so that the next attempt continues. */
async function reportProgress<Result>(
  { api, memory, signal }: { api: NotionApi; memory: { readonly calls: number }; signal: AbortSignal | undefined },
  work: () => Promise<Result>,
): Promise<Result> {
  const callsBefore = memory.calls;
  return work().catch((cause: unknown) => {
    if (!signal?.aborted || api.hasWritten || memory.calls === callsBefore) throw cause;
    throw new ReadTimedOut("The page in Notion is long: reading it goes on.", { cause });
  });
}

async function publish(
  api: NotionApi,
  config: NotionConfig,
  { title, blocks }: NewPage,
  memoryOf: (config: NotionConfig, pageId: string) => PageBlockCache,
): Promise<RemotePage> {
  const [first = [], ...rest] = splitIntoRequests(blocks).map((request) =>
    request.map(({ native }) => native as WireBlock),
  );
  const created = await api
    .createPage(parseParentPageId(config), fitting(title), first)
    .catch(async (error: unknown) => {
      if (error instanceof NotFound) await getParent(api, config);
      throw error;
    });
  // Reads the blocks back, because Notion may store something other than the sent blocks.
  const memory = memoryOf(config, created.id);
  if (rest.length === 0)
    return readWhole(api, created, memory).catch(whenNotionFails(() => toRemotePage(created, blocks)));
  return afterFirstWrite(async () => {
    for (const request of rest) await api.appendChildren(created.id, request, "end");
    return readWhole(api, await getPage(api, created.id), memory);
  });
}

/** The argument of `before`. It is known after the page was compared. */
interface AffectedDiscussions {
  /** The ids of open discussions on blocks that will be deleted. */
  discussions: string[];
}

async function updatePage(
  api: NotionApi,
  externalId: string,
  { title, blocks, expectedVersion, erasesOldTitle }: PageUpdate,
  { lost, memory }: { lost: AffectedDiscussions; memory: PageBlockCache },
): Promise<RemotePage> {
  const page = await getPage(api, externalId);
  const trees = isTrashed(page) ? [] : await readTrees(api, page, memory, "attempt");
  const current = toRemotePage(page, trees.map(toRemotePageBlock));
  if (current.state === "trashed" || current.version !== expectedVersion)
    throw new PageChanged("Somebody edited the page in Notion.");
  const present = trees.map((tree, index) => ({ id: tree.id, key: current.blocks[index]?.key ?? "", tree }));
  const found = listChanges(present, blocks);
  const changes = erasesOldTitle ? orderErasuresFirst(found) : found;
  for (const tree of listChangedTrees(changes, trees))
    if (!sameBlocks(tree.children, await readBlockChildren(api, page, memory, withoutChildren(tree))))
      throw new PageChanged("Somebody edited the page in Notion.");
  const isRenamed = fitting(title) !== current.title;
  if (changes.length === 0 && !isRenamed) return current;
  lost.discussions = await listDiscussions(api, changes, trees);
  return afterFirstWrite(async () => {
    if (isRenamed) await api.retitlePage(externalId, fitting(title));
    for (const change of changes) {
      if (change.kind === "rewrite") await api.rewriteBlock(change.id, change.block);
      if (change.kind === "delete") await api.deleteBlock(change.id);
      if (change.kind === "insert") await insert(api, externalId, change);
    }
    return readWhole(api, await getPage(api, externalId), memory, "written");
  });
}

/**
 * Returns the contents of blocks that will change. Notion's times do not show whether somebody edited them within the
 * minute of the read.
 */
function listChangedTrees(changes: PageChange[], trees: RemoteTree[]): RemoteTree[] {
  const ids = new Set(changes.flatMap((change) => (change.kind === "insert" ? [] : [change.id])));
  return trees.filter(({ id, children }) => ids.has(id) && children.length > 0);
}

const sameBlocks = (one: RemoteTree[], other: RemoteTree[]) => JSON.stringify(one) === JSON.stringify(other);
const withoutChildren = ({ children: _inIt, ...block }: RemoteTree) => block;

async function read(
  api: NotionApi,
  config: NotionConfig,
  externalId: string,
  memory: PageBlockCache,
): Promise<RemotePage | null> {
  let page = await api.readPage(externalId);
  if (!page || isTrashed(page)) {
    // A trashed parent hides or trashes its child pages without deleting them. The page is read twice, because a single
    // 404 proves nothing.
    await getParent(api, config);
    page ??= await api.readPage(externalId);
  }
  return page && readWhole(api, page, memory);
}

async function archive(api: NotionApi, externalId: string): Promise<void> {
  const page = await api.readPage(externalId);
  if (page && !isTrashed(page)) await api.trashPage(externalId);
}

async function restore(api: NotionApi, externalId: string, memory: PageBlockCache): Promise<RemotePage | null> {
  const page = await api.readPage(externalId);
  if (!page) return null;
  if (isTrashed(page)) await api.restorePage(externalId);
  return readWhole(api, await getPage(api, externalId), memory);
}

async function insert(
  api: NotionApi,
  pageId: string,
  { after, blocks }: { after: string | null; blocks: WireBlock[] },
): Promise<void> {
  let behind = after;
  for (const request of splitIntoRequests(blocks.map((native) => ({ native })))) {
    const ids = await api.appendChildren(
      pageId,
      request.map(({ native }) => native),
      behind === null ? "start" : { after: behind },
    );
    behind = ids.at(-1) ?? behind;
  }
}

/** After the first write, no error may mean 'nothing happened', because the page or a part of it exists. */
async function afterFirstWrite<Result>(work: () => Promise<Result>): Promise<Result> {
  return work().catch(
    whenNotionFails((cause) => {
      throw new Unreachable("Notion took a part of the page and then failed.", { cause, mayHaveHappened: true });
    }),
  );
}

/** Handles Notion's errors. Throws all other errors again. */
function whenNotionFails<Result>(handle: (error: ConnectorError) => Result): (error: unknown) => Result {
  return (error) => {
    if (error instanceof ConnectorError) return handle(error);
    throw error;
  };
}

/** Reduces a title to one line, because Notion requires this. */
function fitting(title: string): string {
  const line = toPrintableText(title).replace(/\s+/g, " ").trim();
  return line.slice(0, MAX_CONTENT_LENGTH).replace(/[\ud800-\udbff]$/, "") || "Untitled";
}
