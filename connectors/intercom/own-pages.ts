import { removeArchiveNote } from "../archive-note.ts";
import { buildFoundPage } from "../found-page.ts";
import { joinHtml } from "../html-blocks.ts";
import { readChecksum } from "../html-sum.ts";
import { ARTICLE_MARKER, type FoundPage } from "../knowledge-target.ts";
import type { IntercomApi } from "./api.ts";
import { listCollectionsBelow } from "./folders.ts";
import type { IntercomConfig } from "./manifest.ts";
import { findCollection, toRemotePage } from "./pages.ts";
import type { IntercomArticle } from "./shapes.ts";

/** The largest difference between our clock and Intercom's clock. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;

/**
 * Returns the matching articles that our account created in the collection and its subcollections, oldest first,
 * without archived ones.
 */
export async function listOwnArticles(
  api: IntercomApi,
  config: IntercomConfig,
  { createdAfter, known }: { createdAfter: Date; known?: ReadonlySet<string> | undefined },
  isWanted: (marker: string) => boolean,
): Promise<FoundPage[]> {
  const since = (createdAfter.getTime() - CLOCK_SKEW_MS) / 1000;
  const me = await api.me();
  const { id: rootId } = await findCollection(api, config);
  const places = new Set([rootId, ...listCollectionsBelow(await api.collections(), rootId).map(({ id }) => id)]);
  const found = new Map<string, IntercomArticle & { marker: string }>();
  for await (const list of api.articles()) {
    if (list.every((article) => article.updated_at < since)) break;
    for (const article of list) {
      const marker = article.body?.match(ARTICLE_MARKER)?.[0];
      const isThere = [article.parent_id, ...(article.parent_ids ?? [])].some((id) => id && places.has(id));
      const isOurs = article.author_id === me.id && isThere && !known?.has(article.id);
      if (marker && isOurs && article.created_at >= since && isWanted(marker))
        found.set(article.id, { ...article, marker });
    }
  }
  const sorted = [...found.values()].sort(
    (one, other) => one.created_at - other.created_at || Number(one.id) - Number(other.id),
  );
  const pages = sorted.map((article) =>
    buildFoundPage(article, { ...article, body: "" }, (one) => {
      const { isUntouched } = readChecksum(one.title ?? "", joinHtml(removeArchiveNote(one.body ?? "").blocks));
      return { ...toRemotePage(api, me, one), marker: article.marker, isUntouched };
    }),
  );
  return (await Promise.all(pages)).filter(({ state }) => state === "current");
}
