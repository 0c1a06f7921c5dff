import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, type Input } from "./client.ts";

/** Shows no toast, because the editor shows refusals beside the text. */
export function useSaveArticle(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<"PUT /api/articles/:id/content">["body"]) =>
      call("PUT /api/articles/:id/content", { params: { id }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["/api/articles"] }),
  });
}
