import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ArticlePage } from "../../shared/contract/articles.ts";
import type { UndoableDecisionId } from "../../shared/contract/inbox.ts";
import { showToast } from "../lib/toast-store.ts";
import { useUser } from "./account.ts";
import { ApiError, call } from "./client.ts";
import { buildQueryKey } from "./query-client.ts";

function useReadAgain() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(["/api/articles", "/api/inbox"].map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
}

const notDone = (title: string) => (error: Error) =>
  showToast({
    title,
    text: error instanceof ApiError ? error.explanation : "The server did not answer. Please try again.",
    tone: "destructive",
  });

/** Shows the article as verified at once. Removes that if the server refuses. `onVerified` gets the undo. */
export function useVerifyArticle(id: string, onVerified: (undo: UndoableDecisionId) => void) {
  const queryClient = useQueryClient();
  const readAgain = useReadAgain();
  const { data: person } = useUser();
  const queryKey = buildQueryKey("GET /api/articles/:id", { params: { id } });
  return useMutation({
    mutationFn: () => call("POST /api/articles/:id/confirm", { params: { id } }),
    onMutate: async () => {
      await queryClient.cancelQueries({ queryKey, exact: true });
      const before = queryClient.getQueryData<ArticlePage>(queryKey);
      if (before?.freshness)
        queryClient.setQueryData<ArticlePage>(queryKey, {
          ...before,
          freshness: {
            ...before.freshness,
            confirmedAt: new Date().toISOString(),
            confirmedBy: `${person?.firstName ?? ""} ${person?.lastName ?? ""}`.trim() || null,
            isDue: false,
          },
        });
      return before;
    },
    onSuccess: ({ undo }) => onVerified(undo),
    onError: (error, _nothing, before) => {
      queryClient.setQueryData(queryKey, before);
      notDone("Not verified")(error);
    },
    onSettled: readAgain,
  });
}

export function useChangeOwner(id: string) {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (ownerId: string) => call("PUT /api/articles/:id/owner", { params: { id }, body: { ownerId } }),
    onSuccess: () => showToast({ title: "Owner changed" }),
    onError: notDone("Owner not changed"),
    onSettled: readAgain,
  });
}
