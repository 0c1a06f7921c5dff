import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { Article, ArticleFilters } from "../../shared/contract/article-list.ts";
import { MOST_ON_PAGE, PAGE_HEADERS } from "../../shared/domain/list-pages.ts";
import { retrySearch } from "./articles.ts";
import { callWithHeaders, type Input } from "./client.ts";

/** Several screens of cards, and a few of lines. */
const PAGE = 60;
/** As long as somebody may read an article before going back to where they were in the list. */
const KEPT_MS = 60 * 60_000;

/** The part of the library that was read so far. */
export interface ArticleList {
  articles: Article[];
  /** How many match in all. */
  total: number;
  /** Null when nothing follows. */
  next: string | null;
  /** Set where no article has every word of the search and the list holds those with some of them: the words that no article has. */
  wordsNotFound: string[] | null;
}

type PageQuery = NonNullable<Input<"GET /api/articles/search">["query"]>;
type ListKey = "GET /api/articles/recent" | "GET /api/articles/search";

/** How far reading the next page is. */
type Reading = "idle" | "reading" | "failed";

/** All articles, last changed first; with any filter set, those that match, best match first. Read page by page. */
export function useArticleList(filters: ArticleFilters) {
  const queryClient = useQueryClient();
  const isFiltered = Object.values(filters).some(Boolean);
  const list: ListKey = isFiltered ? "GET /api/articles/search" : "GET /api/articles/recent";
  const key = ["/api/articles", isFiltered ? "search" : "recent", "list", filters];
  const query = useQuery<ArticleList>({
    queryKey: key,
    queryFn: () => readAgain(queryClient, key, list, filters),
    gcTime: KEPT_MS,
    ...(isFiltered && { placeholderData: keepPreviousData, retry: retrySearch }),
  });

  const [state, setState] = useState<{ of: string; reading: Reading }>({ of: "", reading: "idle" });
  const name = JSON.stringify(key);
  const busy = useRef<Promise<void> | null>(null);
  /** Adds what follows, `all` of it or a page, and answers what is read then; null when it could not be read. */
  const readOn = useCallback(
    async (all = false): Promise<Article[] | null> => {
      // A page more is on its way anyway; who wants all of it goes on from there.
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
            limit: String(all ? MOST_ON_PAGE : PAGE),
            cursor: known.next,
          });
          // It was read again meanwhile: what follows is asked for from its new end.
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

/** As much as is shown already, in one request as long as the server gives that much at once. */
async function readAgain(
  queryClient: QueryClient,
  key: readonly unknown[],
  listKey: ListKey,
  filters: ArticleFilters,
): Promise<ArticleList> {
  /** Asked each time: a page may be added meanwhile. */
  const missing = (read: number) =>
    Math.max(PAGE, queryClient.getQueryData<ArticleList>(key)?.articles.length ?? 0) - read;
  const limitFor = (read: number) => String(Math.min(MOST_ON_PAGE, missing(read)));
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

/** One that moved to the page's part meanwhile is shown once. */
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
