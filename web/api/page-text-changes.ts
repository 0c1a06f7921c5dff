import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "./client.ts";
import { useRead } from "./query-client.ts";

/** Loaded from the platform each time the dialog opens. */
export const usePageTextChanges = (id: string, publicationId: string) =>
  useRead("GET /api/articles/:id/publications/:publicationId/words", { params: { id, publicationId } }, { gcTime: 0 });

export function useImportPageEdits(id: string, publicationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (seen: string) =>
      call("POST /api/articles/:id/publications/:publicationId/take-over", {
        params: { id, publicationId },
        body: { seen },
      }),
    onSuccess: () =>
      Promise.all(["/api/articles", "/api/inbox"].map((path) => queryClient.invalidateQueries({ queryKey: [path] }))),
  });
}
