import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, type Input } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

export type WritingValues = Input<"PUT /api/settings/writing">["body"];

export const useWritingSettings = () => useRead("GET /api/settings/writing");
export const useWritingExamples = () => useRead("GET /api/settings/writing/examples");

export function useSaveWriting() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: WritingValues) => call("PUT /api/settings/writing", { body }),
    onSuccess: (saved) => queryClient.setQueryData(buildQueryKey("GET /api/settings/writing"), saved),
  });
}

export function useDecideSuggestion() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, choice }: { id: string; choice: "accept" | "dismiss" }) =>
      call("POST /api/settings/writing/suggestions/:id", { params: { id }, body: { choice } }),
    onSuccess: (saved) => queryClient.setQueryData(buildQueryKey("GET /api/settings/writing"), saved),
  });
}

export const usePreviewWriting = () =>
  useMutation({
    mutationFn: (body: Input<"POST /api/settings/writing/preview">["body"]) =>
      call("POST /api/settings/writing/preview", { body }),
  });
