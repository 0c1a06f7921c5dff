import type { NotionApi } from "./api.ts";
import type { RemoteTree } from "./blocks.ts";
import type { PageChange } from "./changes.ts";

/**
 * People's discussions on blocks that are rewritten or deleted. Notion's API neither tells which words a discussion is about nor
 * can move it, so all of them count.
 */
export async function listDiscussions(api: NotionApi, changes: PageChange[], trees: RemoteTree[]): Promise<string[]> {
  const ids = changes.flatMap((change) => {
    if (change.kind === "insert") return [];
    const tree = trees.find(({ id }) => id === change.id);
    return change.kind === "delete" && tree ? withBlocksIn(tree) : [change.id];
  });
  const found: string[] = [];
  for (const id of ids) {
    const discussions = await api.discussionsOn(id);
    if (discussions === null) return [];
    found.push(...discussions);
  }
  return found;
}

const withBlocksIn = ({ id, children }: RemoteTree): string[] => [id, ...children.flatMap(withBlocksIn)];

/** Each block is asked about by a call of its own, three a second. */
const MOST_BLOCKS = 45;

/** Whether there is an open discussion on the page; true if it has too many blocks, or the integration may not read comments. */
export async function hasDiscussions(api: NotionApi, pageId: string): Promise<boolean> {
  const ids = [pageId];
  for await (const { id, has_children: hasChildren } of api.children(pageId)) {
    ids.push(id);
    if (hasChildren) for await (const child of api.children(id)) ids.push(child.id);
  }
  if (ids.length > MOST_BLOCKS) return true;
  for (const id of ids) if ((await api.discussionsOn(id))?.length !== 0) return true;
  return false;
}
