import { and, eq, type SQL, sql } from "drizzle-orm";
import type { ContentType, Difficulty, Priority } from "../../../shared/domain/facets.ts";
import type { ReaderScope } from "../../db/audience.ts";
import { articles } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { type ArticleCardRow, lastChangedFirst, listArticles } from "./queries.ts";

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

/**
 * Articles that match every filter. Keywords are looked for in title, tags, keywords, summary and body with falling weight;
 * a word nobody used in this workspace counts as what it was probably meant to be. When no article has all the words, those
 * with most of them come first.
 */
export async function searchArticles(scope: ReaderScope, filters: ArticleFilters): Promise<ArticleCardRow[]> {
  const facets = and(
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
  const meanings = await meant(scope, wordsOf(filters.keywords ?? ""));
  if (meanings.length === 0) {
    const verbatim = filters.keywords?.trim();
    return listArticles(scope, {
      where: verbatim
        ? and(facets, sql`position(lower(${verbatim}) in lower(${articles.title} || ' ' || ${articles.bodyText})) > 0`)
        : facets,
      orderBy: lastChangedFirst,
    });
  }
  const all = await matching(scope, facets, meanings, " & ");
  return all.length > 0 || meanings.length === 1 ? all : matching(scope, facets, meanings, " | ");
}

/** The words of a query, lower case, without repetition. */
export function wordsOf(query: string): string[] {
  return [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, MOST_WORDS);
}

async function matching(scope: ReaderScope, facets: SQL | undefined, meanings: string[][], join: " & " | " | ") {
  const query = meanings.map((words) => `(${words.map(quoted).join(" | ")})`).join(join);
  const { rows } = await scope.tx.execute<{ id: string }>(
    sql`select id from matching_articles(to_tsquery('english', ${query}), ${MOST_MATCHES}) as id`,
  );
  const places = new Map(rows.map(({ id }, place) => [id, place]));
  const found = await listArticles(scope, {
    where: and(facets, sql`${articles.id} = any(${`{${[...places.keys()].join(",")}}`}::uuid[])`),
  });
  return found.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}

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
