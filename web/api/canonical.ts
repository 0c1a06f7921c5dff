import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, type Input } from "./client.ts";
import { useRead } from "./query-client.ts";

export const useEvidence = (id: string) => useRead("GET /api/articles/:id/evidence", { params: { id } });

/** Loaded for each view, because both articles may have changed. */
export const useMergePreview = (id: string, into: string) =>
  useRead("GET /api/articles/:id/merge/:intoId", { params: { id, intoId: into } }, { gcTime: 0 });

/**
 * Loads the articles again. Callers must not wait for that: a page that is about to leave the article would briefly
 * show that it is gone.
 */
function useReloadArticles() {
  const queryClient = useQueryClient();
  return () => {
    for (const path of ["/api/articles", "/api/inbox"]) void queryClient.invalidateQueries({ queryKey: [path] });
  };
}

export function useMergeArticle(id: string) {
  const readAgain = useReloadArticles();
  return useMutation({
    mutationFn: (body: Input<"POST /api/articles/:id/merge">["body"]) =>
      call("POST /api/articles/:id/merge", { params: { id }, body }),
    onSettled: readAgain,
  });
}

export function useSplitArticle(id: string) {
  const readAgain = useReloadArticles();
  return useMutation({
    mutationFn: (conversations: string[]) =>
      call("POST /api/articles/:id/split", { params: { id }, body: { conversations } }),
    onSettled: readAgain,
  });
}

export function useSplitSentences(id: string) {
  const readAgain = useReloadArticles();
  return useMutation({
    mutationFn: (body: Input<"POST /api/articles/:id/split-off">["body"]) =>
      call("POST /api/articles/:id/split-off", { params: { id }, body }),
    onSettled: readAgain,
  });
}

/** Undoes a merge or a split, even after the person has left the page. */
export function useUndoDecision() {
  const readAgain = useReloadArticles();
  return (id: string) => call("POST /api/inbox/:id/undo", { params: { id } }).finally(readAgain);
}
