import { type SQL, sql } from "drizzle-orm";
import type { ArticleFacets } from "../../../shared/contract/article-list.ts";
import type { ReaderScope } from "../../db/audience.ts";
import { whereIdIn, whereListed } from "./listing-queries.ts";
import { type ArticleFilters, selectVerification, whereArticleMatches } from "./search-queries.ts";

const MOST_VALUES = 100;

/** Each facet's value in the URL, and its displayed name. Tags have their own rows. */
const FACETS: Record<keyof ArticleFacets, { value: SQL; name: SQL; from?: SQL }> = {
  status: { value: sql`articles.status`, name: sql`articles.status` },
  channel: { value: sql`articles.channel_id::text`, name: sql`max(articles.channel_name)` },
  person: { value: sql`articles.author_name`, name: sql`articles.author_name` },
  category: { value: sql`articles.category`, name: sql`articles.category` },
  contentType: { value: sql`articles.content_type`, name: sql`articles.content_type` },
  verified: { value: selectVerification, name: selectVerification },
  tags: { value: sql`tag`, name: sql`tag`, from: sql`, unnest(articles.tags) as tag` },
};
const NAMES = Object.keys(FACETS) as (keyof ArticleFacets)[];

interface FacetCount extends Record<string, unknown> {
  facet: keyof ArticleFacets;
  value: string;
  name: string;
  count: number;
}

/**
 * Counts all facets in one SQL statement, each facet without its own filter. `ranked`: the ids that the text search
 * found; null without search words.
 */
export async function countFacets(
  scope: ReaderScope,
  { filters, ranked, verbatim }: { filters: ArticleFilters; ranked: string[] | null; verbatim: string | undefined },
): Promise<ArticleFacets> {
  const parts = NAMES.map((facet) => {
    const { value, name, from = sql`` } = FACETS[facet];
    const others = whereArticleMatches(scope, { ...filters, [facet]: undefined }, verbatim);
    const found = whereListed(scope, ranked ? sql`${others ?? sql`true`} and ${whereIdIn(ranked)}` : others);
    return sql`(select ${facet}::text as facet, ${value} as value, ${name} as name, count(*)::int as count
      from articles ${from} where ${found} and ${value} is not null
      group by ${value} order by count(*) desc, 3 limit ${MOST_VALUES})`;
  });
  const { rows } = await scope.tx.execute<FacetCount>(sql.join(parts, sql` union all `));
  const of = (facet: keyof ArticleFacets) =>
    rows.flatMap(({ facet: found, value, name, count }) => (found === facet ? [{ value, name, count }] : []));
  return {
    status: of("status"),
    channel: of("channel"),
    person: of("person"),
    category: of("category"),
    contentType: of("contentType"),
    tags: of("tags"),
    verified: of("verified"),
  };
}
