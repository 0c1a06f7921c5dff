import { removeArchiveNote } from "../archive-note.ts";
import { MissingPermission } from "../errors.ts";
import { joinHtml } from "../html-blocks.ts";
import { deriveContentVersion, readChecksum } from "../html-sum.ts";
import type { RemotePage } from "../knowledge-target.ts";
import type { IntercomApi } from "./api.ts";
import type { IntercomConfig } from "./manifest.ts";
import type { IntercomAdmin, IntercomArticle } from "./shapes.ts";
import { parseCollectionId } from "./site.ts";

export async function findCollection(api: IntercomApi, config: IntercomConfig): Promise<{ id: string; name: string }> {
  const id = parseCollectionId(config);
  const found = await api.collection(id);
  if (found) return found;
  const message = `There is no collection with the ID ${id} that the app can see.`;
  throw new MissingPermission(message, "Read and write articles");
}

export const isArchivedArticle = ({ state, body }: IntercomArticle) =>
  state === "draft" && removeArchiveNote(body ?? "").before !== null;

/**
 * Converts an article. Only a published article has a public address. A draft's address opens the teammates' editor.
 */
export function toRemotePage({ site }: IntercomApi, { app }: IntercomAdmin, article: IntercomArticle): RemotePage {
  const { id, title, body, url, state } = article;
  const html = body ?? "";
  const editor = `${site.app}/a/apps/${encodeURIComponent(app?.id_code ?? "_")}/articles/articles/${id}/show`;
  const isPublic = state === "published" && url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return {
    externalId: id,
    url: isPublic ? url : editor,
    title: title ?? "",
    version: deriveContentVersion(title, html),
    blocks: readChecksum(title ?? "", joinHtml(removeArchiveNote(html).blocks)).blocks,
    state: isArchivedArticle(article) ? "trashed" : "current",
  };
}
