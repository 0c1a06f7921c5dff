import { and, eq, type SQL, sql } from "drizzle-orm";
import type { ContentType, Difficulty, Priority } from "../../../shared/domain/facets.ts";
import type { ReaderScope } from "../../db/audience.ts";
import { articles } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { hasAny, type Listing, listMatchingIds } from "./page-queries.ts";
import { readPage } from "./pages.ts";

export interface ArticleFilters {
  keywords?: string | undefined;
  category?: string | undefined;
  /** Any of them. */
  tags?: string[];
  difficulty?: Difficulty | undefined;
  contentType?: ContentType | undefined;
  priority?: Priority | undefined;
}

const MOST_WORDS = 12;
const CLOSEST_WORDS = 3;
const MOST_COMPLETIONS = 20;
/** More than any workspace is expected to hold: the facets are applied to the matches. */
const MOST_MATCHES = 20_000;

/** Articles that match every filter, best match first; `most` of them, or all. */
export async function searchArticles(scope: ReaderScope, filters: ArticleFilters, most?: number) {
  const page = { limit: most === undefined ? undefined : String(most) };
  return (await readPage(scope, await listingOf(scope, filters), page)).cards;
}

/**
 * Keywords are looked for in title, tags, keywords, summary and body with falling weight; a word nobody used in this workspace
 * counts as what it was probably meant to be. When no article has all the words, those with most of them come first. Without
 * keywords what was changed last comes first.
 */
export async function listingOf(scope: ReaderScope, filters: ArticleFilters): Promise<Listing> {
  const facets = facetsOf(filters);
  const meanings = await meant(scope, wordsOf(filters.keywords ?? ""));
  if (meanings.length > 0) {
    const all = await matching(scope, meanings, " & ");
    const isEnough = meanings.length === 1 || (await hasAny(scope, all, facets));
    return { where: facets, ranked: isEnough ? all : await matching(scope, meanings, " | "), by: "changed" };
  }
  const verbatim = filters.keywords?.trim();
  const holds = sql`position(lower(${verbatim}) in lower(${articles.title} || ' ' || ${articles.bodyText})) > 0`;
  return { where: verbatim ? and(facets, holds) : facets, ranked: null, by: "changed" };
}

const facetsOf = (filters: ArticleFilters): SQL | undefined =>
  and(
    filters.category ? eq(articles.category, filters.category) : undefined,
    filters.difficulty ? eq(articles.difficulty, filters.difficulty) : undefined,
    filters.contentType ? eq(articles.contentType, filters.contentType) : undefined,
    filters.priority ? eq(articles.priority, filters.priority) : undefined,
    filters.tags?.length
      ? sql`${articles.tags} && array[${sql.join(
          filters.tags.map((tag) => sql`${tag}`),
          sql`, `,
        )}]::text[]`
      : undefined,
  );

/** The words of a query, lower case, without repetition. */
export function wordsOf(query: string): string[] {
  return [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, MOST_WORDS);
}

const matching = (scope: ReaderScope, meanings: string[][], join: " & " | " | ") =>
  listMatchingIds(scope, meanings.map((words) => `(${words.map(quoted).join(" | ")})`).join(join), MOST_MATCHES);

const quoted = (word: string) => `'${word}'`;

/**
 * For each word that tells something ('how' and 'to' do not) itself and the words of this workspace that begin with it; where
 * there are none, the closest ones. (Not a prefix query on the index: that would gather the matches of all workspaces first.)
 */
async function meant({ workspaceId, tx }: WorkspaceScope, words: string[]): Promise<string[][]> {
  if (words.length === 0) return [];
  const typed = sql.join(
    words.map((word) => sql`${word}`),
    sql`, `,
  );
  const { rows } = await tx.execute<{ typed: string; beginning: string[]; close: string[] }>(sql`
    select typed, beginning, case when cardinality(beginning) > 0 then '{}' else array(
        select closest_words(typed, ${CLOSEST_WORDS})
      ) end as close
    from unnest(array[${typed}]::text[]) as typed, lateral (select array(
        select word from article_words
        where workspace_id = ${workspaceId} and word >= typed and word < typed || U&'\\+10FFFF'
        order by length(word), word limit ${MOST_COMPLETIONS}
      ) as beginning) as completed
    where to_tsvector('english', typed) <> ''`);
  return rows.map(({ typed, beginning, close }) => [typed, ...beginning, ...close]);
}
