import { MissingPermission, NotFound } from "../errors.ts";
import type { RemotePage } from "../knowledge-target.ts";
import type { NotionApi } from "./api.ts";
import { mayHoldText, type RemoteTree, remotePageBlock, versionOf } from "./blocks.ts";
import { NOT_SHARED } from "./errors.ts";
import type { NotionConfig } from "./manifest.ts";
import { parentPageId } from "./page-id.ts";
import { isTrashed, type NotionPage, titleOf } from "./shapes.ts";

/** Deeper levels than we write are left alone and not read. */
export const MAX_DEPTH = 2;

export async function getPage(api: NotionApi, id: string): Promise<NotionPage> {
  const page = await api.readPage(id);
  if (!page) throw new NotFound("The page is gone from Notion.");
  return page;
}

export async function getParent(api: NotionApi, config: NotionConfig): Promise<NotionPage> {
  const parent = await api.readPage(parentPageId(config));
  if (!parent) throw new MissingPermission(NOT_SHARED, "access to the parent page");
  if (isTrashed(parent)) throw new MissingPermission("The parent page is in Notion's trash.", "the parent page");
  return parent;
}

export async function readWhole(api: NotionApi, page: NotionPage): Promise<RemotePage> {
  const trees = isTrashed(page) ? [] : await readTrees(api, page.id, MAX_DEPTH);
  return remotePage(page, trees.map(remotePageBlock));
}

export async function readTrees(api: NotionApi, parentId: string, depth: number): Promise<RemoteTree[]> {
  const trees: RemoteTree[] = [];
  for await (const block of api.children(parentId)) {
    const isRead = block.has_children && depth > 1 && mayHoldText(block.type);
    trees.push({ ...block, children: isRead ? await readTrees(api, block.id, depth - 1) : [] });
  }
  return trees;
}

export function remotePage(page: NotionPage, blocks: RemotePage["blocks"]): RemotePage {
  const title = titleOf(page);
  const keys = blocks.map(({ key }) => key);
  return {
    externalId: page.id,
    url: page.url,
    title,
    version: versionOf({ lastEditedTime: page.last_edited_time, title, keys }),
    blocks,
    state: isTrashed(page) ? "trashed" : "current",
  };
}
