import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { Article, ArticleFilters } from "../../shared/contract/article-list.ts";
import { MAX_PAGE_SIZE, PAGE_HEADERS } from "../../shared/domain/list-pages.ts";
import { retrySearch } from "./articles.ts";
import { callWithHeaders, type Input } from "./client.ts";

/** The number of articles in one request, which fills several screens with cards. */
const PAGE = 60;
/**
 * The time for which the list stays in the cache while a person reads an article, so that Back returns to the same
 * position.
 */
const CACHED_MS = 60 * 60_000;

/** The pages of the library that have been loaded. */
export interface ArticleList {
  articles: Article[];
  /** The count of all matching articles. */
  total: number;
  /** The cursor of the next page; null after the last one. */
  next: string | null;
  /**
   * The search words that no article has, if the list therefore has articles with only some of the words; otherwise
   * null.
   */
  wordsNotFound: string[] | null;
}

type PageQuery = NonNullable<Input<"GET /api/articles/search">["query"]>;
type ListKey = "GET /api/articles/recent" | "GET /api/articles/search";

/** The state of loading the next page of the list. */
type PageLoadState = "idle" | "reading" | "failed";

/**
 * Loads all articles page by page, last changed first. With a filter, loads the matching articles, best match first.
 */
export function useArticleList(filters: ArticleFilters) {
  const queryClient = useQueryClient();
  const isFiltered = Object.values(filters).some(Boolean);
  const list: ListKey = isFiltered ? "GET /api/articles/search" : "GET /api/articles/recent";
  const key = ["/api/articles", isFiltered ? "search" : "recent", "list", filters];
  const query = useQuery<ArticleList>({
    queryKey: key,
    queryFn: () => readAgain(queryClient, key, list, filters),
    gcTime: CACHED_MS,
    ...(isFiltered && { placeholderData: keepPreviousData, retry: retrySearch }),
  });

  const [state, setState] = useState<{ of: string; reading: PageLoadState }>({ of: "", reading: "idle" });
  const name = JSON.stringify(key);
  const busy = useRef<Promise<void> | null>(null);
  /** Loads the next page, or every page if `all` is set. Returns the articles loaded so far; null if loading failed. */
  const readOn = useCallback(
    async (all = false): Promise<Article[] | null> => {
      // Another call is already loading a page. A call for all pages waits for that page and continues after it.
      if (busy.current && !all) return null;
      while (busy.current) await busy.current;
      const { promise, resolve } = Promise.withResolvers<void>();
      busy.current = promise;
      setState({ of: name, reading: "reading" });
      try {
        for (;;) {
          const known = queryClient.getQueryData<ArticleList>(key);
          if (!known?.next) break;
          const page = await readPage(list, {
            ...filters,
            limit: String(all ? MAX_PAGE_SIZE : PAGE),
            cursor: known.next,
          });
          // If the list was loaded again meanwhile, the loop continues from the list's new cursor.
          const isSame = queryClient.getQueryData<ArticleList>(key)?.next === known.next;
          if (isSame) queryClient.setQueryData<ArticleList>(key, joined(known, page));
          if (isSame && !all) break;
        }
        setState({ of: name, reading: "idle" });
        return queryClient.getQueryData<ArticleList>(key)?.articles ?? null;
      } catch {
        setState({ of: name, reading: "failed" });
        return null;
      } finally {
        busy.current = null;
        resolve();
      }
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the name says the key, the list and the filters
    [queryClient, name],
  );
  return { query, readOn, reading: state.of === name ? state.reading : ("idle" as const) };
}

/** Loads as many articles as the list shows again. Uses one request if the server's page limit allows. */
async function readAgain(
  queryClient: QueryClient,
  key: readonly unknown[],
  listKey: ListKey,
  filters: ArticleFilters,
): Promise<ArticleList> {
  /** Reads the list's length each time, because a page may be added meanwhile. */
  const missing = (read: number) =>
    Math.max(PAGE, queryClient.getQueryData<ArticleList>(key)?.articles.length ?? 0) - read;
  const limitFor = (read: number) => String(Math.min(MAX_PAGE_SIZE, missing(read)));
  let list = await readPage(listKey, { ...filters, limit: limitFor(0) });
  while (list.next && missing(list.articles.length) > 0)
    list = joined(
      list,
      await readPage(listKey, { ...filters, limit: limitFor(list.articles.length), cursor: list.next }),
    );
  return list;
}

async function readPage(list: ListKey, query: PageQuery): Promise<ArticleList> {
  const { answer: articles, headers } = await callWithHeaders(list, { query });
  const total = headers.get(PAGE_HEADERS.total);
  return {
    articles,
    total: total === null ? articles.length : Number(total),
    next: headers.get(PAGE_HEADERS.next),
    wordsNotFound: headers.get(PAGE_HEADERS.words) === "some" ? unknownIn(headers) : null,
  };
}

const unknownIn = (headers: Headers) =>
  (headers.get(PAGE_HEADERS.unknown) ?? "").split(",").filter(Boolean).map(decodeURIComponent);

/** Keeps one copy of an article that moved to the next page between two requests. */
function joined(list: ArticleList, page: ArticleList): ArticleList {
  const known = new Set(list.articles.map(({ id }) => id));
  const articles = [...list.articles, ...page.articles.filter(({ id }) => !known.has(id))];
  return {
    ...list,
    articles,
    next: page.next,
    total: page.next ? Math.max(list.total, articles.length + 1) : articles.length,
  };
}
