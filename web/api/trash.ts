import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showToast } from "../lib/toast-store.ts";
import { ApiError, call } from "./client.ts";
import { useRead } from "./query-client.ts";

export const useTrash = () => useRead("GET /api/articles/trash");

function useReadAgain() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      ["/api/articles", "/api/inbox", "/api/stats"].map((path) => queryClient.invalidateQueries({ queryKey: [path] })),
    );
}

interface NamedArticle {
  id: string;
  title: string;
}

/** Restores one article and reports the result. */
export function useRestoreArticle() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: async ({ id }: NamedArticle) => {
      const [result] = (await call("POST /api/articles/bulk/restore", { body: { ids: [id] } })).results;
      if (result?.outcome !== "done") throw new ApiError(409, JSON.stringify({ message: result?.message ?? "" }));
    },
    onSuccess: (_, { id, title }) => showToast({ title: "Article restored", text: title, to: `/articles/${id}` }),
    onError: (error) =>
      showToast({
        title: "Not restored",
        text: error instanceof ApiError ? error.explanation : "The server did not answer. It stays in the trash.",
        tone: "destructive",
      }),
    onSettled: readAgain,
  });
}

export function useEmptyTrash() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: () => call("POST /api/articles/trash/empty"),
    onSuccess: ({ deleted }) =>
      showToast({ title: deleted === 1 ? "1 article deleted for good" : `${deleted} articles deleted for good` }),
    onError: () =>
      showToast({ title: "Not emptied", text: "Nothing was deleted. Please try again.", tone: "destructive" }),
    onSettled: readAgain,
  });
}
