import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ArticleFilters } from "../../shared/contract/article-list.ts";
import { PAGE_HEADERS } from "../../shared/domain/list-pages.ts";
import { ApiError, call, callWithHeaders } from "./client.ts";
import { useRead } from "./query-client.ts";

const SEARCH_RETRIES = 3;

/** Retries a failed search, unless it failed because the session ended. */
export const retrySearch = (failures: number, error: Error) =>
  !(error instanceof ApiError && error.status === 401) && failures < SEARCH_RETRIES;

/**
 * Loads the first few articles that match the keywords, best match first. Without keywords, loads those that changed
 * last.
 */
export function useTopArticles(keywords: string, count: number) {
  const limit = String(count);
  const recent = useRead("GET /api/articles/recent", { query: { limit } }, { enabled: !keywords });
  const found = useRead(
    "GET /api/articles/search",
    { query: { keywords, limit } },
    { enabled: keywords !== "", placeholderData: keepPreviousData, retry: retrySearch },
  );
  return keywords ? found : recent;
}

/** Loads the first articles that match a search, and whether each contains all of its words or only some. */
export function useArticleSearch(keywords: string, count: number) {
  const limit = String(count);
  return useQuery({
    queryKey: ["/api/articles", keywords ? "search" : "recent", "found", { keywords, limit }],
    queryFn: async () => {
      const { answer, headers } = keywords
        ? await callWithHeaders("GET /api/articles/search", { query: { keywords, limit } })
        : await callWithHeaders("GET /api/articles/recent", { query: { limit } });
      const meant = (headers.get(PAGE_HEADERS.meant) ?? "").split(",").filter(Boolean).map(decodeURIComponent);
      return { articles: answer, haveAllWords: headers.get(PAGE_HEADERS.words) !== "some", meant };
    },
    placeholderData: keepPreviousData,
    retry: retrySearch,
  });
}

/** The changes in the library since a moment. */
export const useLibraryChanges = (since: string | undefined) =>
  useRead("GET /api/articles/news", { query: since ? { since } : {} });

/** Loads the articles before and after this one in the list with these filters. */
export const useArticleNeighbours = (id: string, query: ArticleFilters) =>
  useRead("GET /api/articles/:id/neighbours", { params: { id }, query });

export const useCategories = () => useRead("GET /api/articles/categories");
/** Keeps the previous figures while the next ones load, so that typing causes no flicker. */
export const useFacets = (filters: ArticleFilters) =>
  useQuery({
    queryKey: ["/api/articles", "facets", filters],
    queryFn: () => call("GET /api/articles/facets", { query: filters }),
    placeholderData: keepPreviousData,
  });
export const useTags = () => useRead("GET /api/articles/tags");
export const useArticle = (id: string) => useRead("GET /api/articles/:id", { params: { id } });
/** A version never changes, so it is loaded once. */
export const useVersionChanges = (id: string, version: number) =>
  useRead("GET /api/articles/:id/versions/:version", { params: { id, version: String(version) } });
export const useConversation = (id: string, enabled: boolean) =>
  useRead("GET /api/articles/:id/conversation", { params: { id } }, { enabled });

export function useReanalyzeArticle() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("POST /api/articles/:id/reanalyze", { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["/api/articles"] }),
  });
}

export function useDecideHeldArticle(articleId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { choice: "show" | "library-only"; wholeChannel: boolean }) =>
      call("POST /api/articles/:id/held", { params: { id: articleId }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["/api/articles"] }),
  });
}

export type PublicationChoice = "retry" | "replace" | "recreate" | "leave" | "forget";

export function useRetryPublication(articleId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ publicationId, choice }: { publicationId: string; choice: PublicationChoice }) =>
      call("POST /api/articles/:id/publications/:publicationId/retry", {
        params: { id: articleId, publicationId },
        body: { choice },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["/api/articles"] }),
  });
}

export function useRestoreVersion(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ version, from }: { version: number; from: number }) =>
      call("POST /api/articles/:id/versions/:version/restore", {
        params: { id, version: String(version) },
        body: { from },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["/api/articles"] }),
  });
}
