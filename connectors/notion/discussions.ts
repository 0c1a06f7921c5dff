import type { NotionApi } from "./api.ts";
import type { RemoteTree } from "./blocks.ts";
import type { PageChange } from "./changes.ts";

/**
 * Returns people's discussions on blocks that are rewritten or deleted. Notion's API does not report the words of a
 * discussion and cannot move it, so all discussions on these blocks are returned.
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

/**
 * The most blocks that are checked for discussions. Each block needs a call, and Notion permits three calls a second.
 */
const MOST_BLOCKS = 45;

/**
 * Whether the page has an open discussion. Returns true if the page has too many blocks, or if the integration may not
 * read comments.
 */
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
