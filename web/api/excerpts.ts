import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "./client.ts";
import { useRead } from "./query-client.ts";

/** The excerpts that a language model can rewrite (all, or one article), with the price. */
export const useExcerptOffer = (articleId?: string, enabled = true) =>
  useRead("GET /api/excerpts", articleId ? { query: { articleId } } : undefined, { enabled });

const CHANGED = ["/api/excerpts", "/api/runs", "/api/articles", "/api/inbox", "/api/stats", "/api/language-model"];

function useReadAgain() {
  const queryClient = useQueryClient();
  return () => {
    for (const path of CHANGED) void queryClient.invalidateQueries({ queryKey: [path] });
  };
}

/** Starts the run in which a language model rewrites all excerpts, or the given ones. */
export function useWriteExcerpts() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (ids?: string[]) => call("POST /api/excerpts/write", { body: ids ? { ids } : {} }),
    onSettled: readAgain,
  });
}

/** Stops a run. Its results so far are kept. */
export function useStopRun() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (id: string) => call("POST /api/runs/:id/stop", { params: { id } }),
    onSettled: readAgain,
  });
}

export function useUndoWriting() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (runId: string) => call("POST /api/excerpts/undo", { body: { runId } }),
    onSettled: readAgain,
  });
}
