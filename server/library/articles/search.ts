import type { ReaderScope } from "../../db/audience.ts";
import { readPage } from "./list-pages.ts";
import { hasAny, type Listing, listMatchingIds } from "./listing-queries.ts";
import { type ArticleFilters, matchOf } from "./search-queries.ts";
import { listMeanings } from "./word-queries.ts";

const MOST_WORDS = 12;
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
  const meanings = await listMeanings(scope, wordsOf(filters.keywords ?? ""));
  if (meanings.length === 0) return { where: matchOf(filters, filters.keywords?.trim()), ranked: null, by: "changed" };
  const facets = matchOf(filters);
  const all = await matching(scope, meanings, " & ");
  const isEnough = meanings.length === 1 || (await hasAny(scope, all, facets));
  return { where: facets, ranked: isEnough ? all : await matching(scope, meanings, " | "), by: "changed" };
}

/** The words of a query, lower case, without repetition. */
export function wordsOf(query: string): string[] {
  return [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, MOST_WORDS);
}

const matching = (scope: ReaderScope, meanings: string[][], join: " & " | " | ") =>
  listMatchingIds(scope, meanings.map((words) => `(${words.map(quoted).join(" | ")})`).join(join), MOST_MATCHES);

const quoted = (word: string) => `'${word}'`;
