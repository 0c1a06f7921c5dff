import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OpenQuestion } from "../../shared/contract/open-questions.ts";
import { showToast } from "../lib/toast-store.ts";
import { ApiError, call } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

export const useOpenQuestions = () => useRead("GET /api/questions");

function useReadAgain() {
  const queryClient = useQueryClient();
  const changed = ["GET /api/questions", "GET /api/inbox/assigned"] as const;
  return () => Promise.all(changed.map((key) => queryClient.invalidateQueries({ queryKey: buildQueryKey(key) })));
}

const sayWhy = (title: string) => (error: Error) =>
  showToast({
    title,
    text: error instanceof ApiError ? error.explanation : "The server did not answer. Please try again.",
    tone: "destructive",
  });

/** Asks a person in the chat to answer an open question. The server posts the message once. */
export function useAskPerson({ id }: Pick<OpenQuestion, "id">) {
  return useMutation({
    mutationFn: (person: string) => call("POST /api/questions/:id/ask", { params: { id }, body: { person } }),
    onError: sayWhy("Not asked"),
    onSettled: useReadAgain(),
  });
}

export function useDismissQuestion({ id }: Pick<OpenQuestion, "id">) {
  return useMutation({
    mutationFn: () => call("POST /api/questions/:id/dismiss", { params: { id } }),
    onError: sayWhy("Not dismissed"),
    onSettled: useReadAgain(),
  });
}
