import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showToast } from "../lib/toast-store.ts";
import { ApiError, call } from "./client.ts";

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

export function useConfirmArticle(id: string) {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: () => call("POST /api/articles/:id/confirm", { params: { id } }),
    onSuccess: () => showToast({ title: "Confirmed", text: "Readers see that the article is right." }),
    onError: notDone("Not confirmed"),
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
