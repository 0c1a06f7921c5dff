import { MAX_PAGE_SIZE } from "../../../shared/domain/list-pages.ts";
import type { ReaderScope } from "../../db/audience.ts";
import { formatCursor, parseCursor } from "./cursor.ts";
import { type ArticleListing, countArticles, listArticlesByRank, readArticlesByTime } from "./listing-queries.ts";
import type { ArticleCardRow } from "./queries.ts";

export interface ArticleListRequest {
  limit?: string | undefined;
  offset?: string | undefined;
  cursor?: string | undefined;
}

export interface ArticleListPage {
  cards: ArticleCardRow[];
  /** Null on the last page. */
  next: string | null;
  /** Counted for the first page only, otherwise null. */
  total: number | null;
}

/** Reads one page of a list. Without a limit, the page has the greatest allowed length. */
export async function readArticleListPage(
  scope: ReaderScope,
  listing: ArticleListing,
  asked: ArticleListRequest,
): Promise<ArticleListPage> {
  const limit = Number(asked.limit ?? MAX_PAGE_SIZE);
  const page = { limit: limit + 1, offset: Number(asked.offset ?? 0) };
  const after = parseCursor(listing, asked.cursor);
  const { ranked } = listing;
  const places = new Map(ranked?.map((id, place) => [id, place]));
  let rows: ArticleCardRow[];
  if (ranked) {
    // Continues after the cursor's article. If the article is no longer found, continues at its former position.
    const start = after ? (places.get(after.id) ?? Number(after.at) - 1) + 1 : 0;
    rows = await listArticlesByRank(scope, { where: listing.where, ids: ranked.slice(start) }, page);
  } else {
    rows = await readArticlesByTime(scope, listing, { ...page, after });
  }
  const cards = rows.slice(0, limit);
  const last = cards.at(-1);
  const at = last && (ranked ? String(places.get(last.id)) : last.place);
  return {
    cards,
    next: last && at && rows.length > cards.length ? formatCursor(listing, { at, id: last.id }) : null,
    total: after ? null : (rows[0]?.total ?? (page.offset > 0 ? await countArticles(scope, listing) : 0)),
  };
}
