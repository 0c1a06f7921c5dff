import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, call, type Input } from "./client.ts";
import { useRead } from "./query-client.ts";

export type ArticleFilters = Omit<NonNullable<Input<"GET /api/articles/search">["query"]>, "limit" | "offset">;
const SEARCH_RETRIES = 3;

/** All articles, last changed first; with any filter set, those that match, best match first. */
export function useArticles(filters: ArticleFilters = {}) {
  const filtered = Object.values(filters).some(Boolean);
  const recent = useRead("GET /api/articles/recent", undefined, { enabled: !filtered });
  const found = useRead(
    "GET /api/articles/search",
    { query: filters },
    {
      enabled: filtered,
      placeholderData: keepPreviousData,
      retry: (failures, error) => !(error instanceof ApiError && error.status === 401) && failures < SEARCH_RETRIES,
    },
  );
  return filtered ? found : recent;
}

export const useCategories = () => useRead("GET /api/articles/categories");
export const useTags = () => useRead("GET /api/articles/tags");
export const useArticle = (id: string) => useRead("GET /api/articles/:id", { params: { id } });
/** A version never changes: read once. */
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

export function useDecideHeld(articleId: string) {
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

/** Refusals are told by the editor, beside the text. */
export function useSaveArticle(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<"PUT /api/articles/:id/content">["body"]) =>
      call("PUT /api/articles/:id/content", { params: { id }, body }),
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
