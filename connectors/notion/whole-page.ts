import { DestinationNotVisible, NotFound } from "../errors.ts";
import type { RemotePage } from "../knowledge-target.ts";
import type { NotionApi } from "./api.ts";
import { deriveVersion, mayHoldText, type RemoteBlock, type RemoteTree, toRemotePageBlock } from "./blocks.ts";
import { NOT_SHARED } from "./errors.ts";
import type { NotionConfig } from "./manifest.ts";
import { parseParentPageId } from "./page-id.ts";
import type { CacheReuseCondition, PageBlockCache } from "./read-blocks.ts";
import { isTrashed, type NotionPage, readTitle } from "./shapes.ts";

export async function getPage(api: NotionApi, id: string): Promise<NotionPage> {
  const page = await api.readPage(id);
  if (!page) throw new NotFound("The page is gone from Notion.");
  return page;
}

export async function getParent(api: NotionApi, config: NotionConfig): Promise<NotionPage> {
  const parent = await api.readPage(parseParentPageId(config));
  if (!parent) throw new DestinationNotVisible(NOT_SHARED, "access to the parent page");
  if (isTrashed(parent)) throw new DestinationNotVisible("The parent page is in Notion's trash.", "the parent page");
  return parent;
}

export async function readWhole(
  api: NotionApi,
  page: NotionPage,
  memory: PageBlockCache,
  trust: CacheReuseCondition = "settled",
): Promise<RemotePage> {
  const trees = isTrashed(page) ? [] : await readTrees(api, page, memory, trust);
  return toRemotePage(page, trees.map(toRemotePageBlock));
}

/** Returns the blocks of a page with their children. Uses cached children if the cache can be trusted. */
export async function readTrees(
  api: NotionApi,
  page: NotionPage,
  memory: PageBlockCache,
  trust: CacheReuseCondition,
): Promise<RemoteTree[]> {
  const trees: RemoteTree[] = [];
  for await (const block of api.children(page.id)) {
    const isRead = block.has_children && mayHoldText(block.type);
    const known = isRead ? memory.find(page, block, trust) : [];
    trees.push({ ...block, children: known ?? (await readBlockChildren(api, page, memory, block)) });
  }
  return trees;
}

/** Reads children, but only down to the second level. */
export async function readBlockChildren(
  api: NotionApi,
  page: NotionPage,
  memory: PageBlockCache,
  block: RemoteBlock,
): Promise<RemoteTree[]> {
  const children: RemoteTree[] = [];
  for await (const child of api.children(block.id)) children.push({ ...child, children: [] });
  memory.keep(page, block, children);
  return children;
}

export function toRemotePage(page: NotionPage, blocks: RemotePage["blocks"]): RemotePage {
  const title = readTitle(page);
  const keys = blocks.map(({ key }) => key);
  return {
    externalId: page.id,
    url: page.url,
    title,
    version: deriveVersion({ lastEditedTime: page.last_edited_time, title, keys }),
    blocks,
    state: isTrashed(page) ? "trashed" : "current",
  };
}
