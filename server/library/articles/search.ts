import type { ArticleFacets } from "../../../shared/contract/article-list.ts";
import type { ReaderScope } from "../../db/audience.ts";
import { countFacets } from "./facet-queries.ts";
import { readArticleListPage } from "./list-pages.ts";
import { type ArticleListing, hasAnyArticle, listMatchingIds } from "./listing-queries.ts";
import { type ArticleFilters, whereArticleMatches } from "./search-queries.ts";
import { listWordVariants } from "./word-queries.ts";

const MOST_WORDS = 12;
/** This is more than any workspace is expected to hold, because the facets filter the matches afterwards. */
const MOST_MATCHES = 20_000;

/** The best `most` matches of the filters, and whether they have all the words or only some. */
export async function searchArticles(scope: ReaderScope, filters: ArticleFilters, most: number) {
  const listing = await createListing(scope, filters);
  const { cards } = await readArticleListPage(scope, listing, { limit: String(most) });
  return { cards, matchesAll: listing.wordsNotFound === undefined };
}

/**
 * The listing of a search. Keywords are searched in title, tags, keywords, summary and body with falling weight; a word
 * that the workspace does not use counts as its most likely spelling. When no article has all the words, partial
 * matches are listed, those with most words first, and the listing says so. Without keywords the latest changes come
 * first.
 */
export async function createListing(scope: ReaderScope, filters: ArticleFilters): Promise<ArticleListing> {
  const meanings = await listWordVariants(scope, splitQueryWords(filters.keywords ?? ""));
  if (meanings.length === 0)
    return { where: whereArticleMatches(scope, filters, filters.keywords?.trim()), ranked: null, by: "changed" };
  const facets = whereArticleMatches(scope, filters);
  const wordsMeant = await listMeant(scope, meanings);
  const found = { where: facets, by: "changed" as const, ...(wordsMeant.length > 0 && { wordsMeant }) };
  const query = toQuery(meanings, " & ");
  const ranked = await matching(scope, query);
  if (meanings.length === 1 || (await hasAnyArticle(scope, ranked, facets))) return { ...found, ranked, query };
  const some = toQuery(meanings, " | ");
  const wordsNotFound = await unknownWords(scope, meanings);
  return { ...found, ranked: await matching(scope, some), query: some, wordsNotFound };
}

/** For each mistyped word, the first of its likely spellings that an article has that this person may read. */
async function listMeant(scope: ReaderScope, meanings: string[][]): Promise<string[]> {
  const meant: string[] = [];
  for (const [typed = "", ...others] of meanings)
    for (const word of others.filter((one) => !one.startsWith(typed)))
      if (await isKnown(scope, [word])) {
        meant.push(word);
        break;
      }
  return meant;
}

/** Counts, for each value of a filter, the articles that also match the words and the other filters. */
export async function countMatchingFacets(scope: ReaderScope, filters: ArticleFilters): Promise<ArticleFacets> {
  const { ranked } = await createListing(scope, filters);
  return countFacets(scope, { filters, ranked, verbatim: ranked ? undefined : filters.keywords?.trim() });
}

/** The typed words that no article has that this person may read. */
async function unknownWords(scope: ReaderScope, meanings: string[][]): Promise<string[]> {
  const unknown: string[] = [];
  for (const meaning of meanings) if (!(await isKnown(scope, meaning))) unknown.push(meaning[0] ?? "");
  return unknown;
}

const isKnown = async (scope: ReaderScope, words: string[]) =>
  hasAnyArticle(scope, await matching(scope, toQuery([words], " & ")), undefined);

/** The distinct words of a query in lower case. */
export function splitQueryWords(query: string): string[] {
  return [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, MOST_WORDS);
}

const toQuery = (meanings: string[][], join: " & " | " | ") =>
  meanings.map((words) => `(${words.map(quoted).join(" | ")})`).join(join);

const matching = (scope: ReaderScope, query: string) => listMatchingIds(scope, query, MOST_MATCHES);

const quoted = (word: string) => `'${word}'`;
