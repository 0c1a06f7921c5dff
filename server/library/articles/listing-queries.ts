import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { ArticleNeighbours } from "../../../shared/contract/articles.ts";
import { type ReaderScope, whereArticleReadable, withUnreadableChannels } from "../../db/audience.ts";
import { whereArticleListed } from "../../db/listed-articles.ts";
import { articles } from "../../db/schema.ts";
import { prepareStatement } from "../../db/statement.ts";
import { type ArticleCardRow, lastChangedFirst, listArticles, type PageLimits } from "./queries.ts";

/** A query of the library with its sort criterion. */
export interface ArticleListing {
  where: SQL | undefined;
  /** The ids of all matches by rank; null if the list is sorted by time. */
  ranked: string[] | null;
  by: "created" | "changed";
  /**
   * The search words that no article has. Set if no article has all search words and the list holds partial matches.
   */
  wordsNotFound?: string[];
  /** The search as a full-text query. Missing without search words. */
  query?: string;
  /** Words of articles that this person may read, searched in place of mistyped ones. */
  wordsMeant?: string[];
}

/** The position at which a page of the list ended. The page's cursor contains it. */
export interface ListCursor {
  /** A time in microseconds, or the position in the ranking. */
  at: string;
  id: string;
}

export const whereListed = (scope: ReaderScope, where: SQL | undefined) =>
  and(eq(articles.workspaceId, scope.workspaceId), whereArticleListed, whereArticleReadable(scope), where);

export async function countArticles(scope: ReaderScope, listing: ArticleListing): Promise<number> {
  const { rows } = await scope.tx.execute<{ total: number }>(sql`select ${totalOf(scope, listing)} as total`);
  return rows[0]?.total ?? 0;
}

const totalOf = (scope: ReaderScope, { where, ranked }: ArticleListing) =>
  sql<number>`(select count(*)::int from articles where ${whereListed(scope, and(where, ranked ? whereIdIn(ranked) : undefined))})`;

/**
 * Lists the articles after a position. An index finds them without reading earlier pages again. `counted`: each row
 * also has the number of articles in the whole list.
 */
export function listArticlesByTime(
  scope: ReaderScope,
  listing: ArticleListing,
  { after, counted, ...page }: PageLimits & { after: ListCursor | null; counted: boolean },
) {
  const { where, by } = listing;
  const reader = counted ? withUnreadableChannels(scope) : scope;
  const column = by === "created" ? articles.createdAt : articles.updatedAt;
  const isAfter = after
    ? sql`(${column}, ${articles.id}) < ('epoch'::timestamptz + ${after.at}::bigint * interval '1 microsecond', ${after.id}::uuid)`
    : undefined;
  return listArticles(reader, {
    where: and(where, isAfter),
    moment: column,
    ...(by === "changed" && { orderBy: lastChangedFirst }),
    ...(counted && { total: totalOf(reader, listing) }),
    page,
  });
}

/** Like `listArticlesByTime`, but with a prepared query for the unfiltered library. */
export function readArticlesByTime(
  scope: ReaderScope,
  listing: ArticleListing,
  { after, limit, offset }: PageLimits & { after: ListCursor | null },
): Promise<ArticleCardRow[]> {
  if (listing.where || limit === undefined)
    return listArticlesByTime(scope, listing, { after, counted: !after, limit, offset });
  const { first, further } = WHOLE_LIBRARY[listing.by];
  return after ? further(scope, { ...after, limit, offset }) : first(scope, { limit, offset });
}

const wholeLibrary = (by: ArticleListing["by"]) => {
  const listing: ArticleListing = { where: undefined, ranked: null, by };
  return {
    first: prepareStatement((scope: ReaderScope, { limit, offset }: { limit: number; offset: number }) =>
      listArticlesByTime(scope, listing, { limit, offset, after: null, counted: true }),
    ),
    further: prepareStatement(
      (scope: ReaderScope, { at, id, limit, offset }: ListCursor & { limit: number; offset: number }) =>
        listArticlesByTime(scope, listing, { limit, offset, after: { at, id }, counted: false }),
    ),
  };
};
const WHOLE_LIBRARY = { created: wholeLibrary("created"), changed: wholeLibrary("changed") };

/**
 * Lists the matching articles among these ids, in the sequence of the ids. Each row has the total number of matches.
 * Only the rows of this page read the columns of a card.
 */
export async function listArticlesByRank(
  scope: ReaderScope,
  { where, ids }: { where: SQL | undefined; ids: string[] },
  page: PageLimits,
): Promise<ArticleCardRow[]> {
  const { rows } = await scope.tx.execute<{ id: string; total: number }>(sql`
    select articles.id, (count(*) over ())::int as total from ${rankOf(ids)} join articles on articles.id = ranked.id
    where ${whereListed(scope, where)} order by ranked.place limit ${page.limit ?? null} offset ${page.offset}`);
  const cards = await listArticles(scope, {
    where: inArray(
      articles.id,
      rows.map(({ id }) => id),
    ),
  });
  const byId = new Map(cards.map((card) => [card.id, card]));
  return rows.flatMap(({ id, total }) => {
    const card = byId.get(id);
    return card ? { ...card, total } : [];
  });
}

/**
 * Finds the articles before and after one in the list. This requires a pass over all rows, so the query reads few
 * columns.
 */
export async function findNeighbours(
  scope: ReaderScope,
  id: string,
  listing: ArticleListing,
): Promise<ArticleNeighbours> {
  const { where, ranked } = listing;
  const order = ranked ? sql`ranked.place` : sql`articles.updated_at desc, articles.id desc`;
  const { rows } = await scope.tx.execute<{ [Key in keyof ArticleNeighbours]: ArticleNeighbours[Key] }>(sql`
    select previous, next, place, total from (
      select articles.id, lag(articles.id) over listed as previous, lead(articles.id) over listed as next,
        (row_number() over listed)::int as place, (count(*) over ())::int as total
      from articles ${ranked ? sql`join ${rankOf(ranked)} on articles.id = ranked.id` : sql``}
      where ${whereListed(scope, where)}
      window listed as (order by ${order})
    ) as placed where id = ${id}`);
  return rows[0] ?? { previous: null, next: null, place: 0, total: await countArticles(scope, listing) };
}

/** Counts articles created after `since`, older articles changed after it, and articles whose pages failed. */
export async function countArticlesSince(scope: ReaderScope, since: string | undefined) {
  const moment = sql`${since ?? null}::timestamptz`;
  const [row] = await scope.tx
    .select({
      fresh: sql<number>`(count(*) filter (where ${moment} is null or ${articles.createdAt} > ${moment}))::int`,
      changed: sql<number>`(count(*) filter (where ${articles.createdAt} <= ${moment} and ${articles.updatedAt} > ${moment}))::int`,
      failed: sql<number>`(count(*) filter (where ${articles.status} = 'failed'))::int`,
    })
    .from(articles)
    .where(whereListed(scope, undefined));
  return row ?? { fresh: 0, changed: 0, failed: 0 };
}

/** Ids of the text search's matches, best first. Does not check who may read them. */
export async function listMatchingIds({ tx }: ReaderScope, query: string, most: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from matching_articles(to_tsquery('english', ${query}), ${most}) as id`,
  );
  return rows.map(({ id }) => id);
}

export async function hasAnyArticle(scope: ReaderScope, ids: string[], where: SQL | undefined): Promise<boolean> {
  const found = await scope.tx
    .select({ id: articles.id })
    .from(articles)
    .where(whereListed(scope, and(where, whereIdIn(ids))))
    .limit(1);
  return found.length > 0;
}

const toUuidArray = (ids: string[]) => sql`${`{${ids.join(",")}}`}::uuid[]`;
export const whereIdIn = (ids: string[]) => sql`${articles.id} = any(${toUuidArray(ids)})`;
const rankOf = (ids: string[]) => sql`unnest(${toUuidArray(ids)}) with ordinality as ranked(id, place)`;
