import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showToast } from "../lib/toast-store.ts";
import { ApiError, call, type Input } from "./client.ts";
import { queryKeyOf } from "./query-client.ts";

type Choice = Input<"POST /api/wiki-findings/:id/decide">["body"]["choice"];

export function useDecideFinding() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, choice }: { id: string; choice: Choice }) =>
      call("POST /api/wiki-findings/:id/decide", { params: { id }, body: { choice } }),
    onSuccess: ({ message }) => showToast({ title: message }),
    onError: (error) => {
      const text = error instanceof ApiError ? error.explanation : "";
      showToast({ title: "Not decided", text: text || "The server did not answer.", tone: "destructive" });
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeyOf("GET /api/wiki-findings") }),
        queryClient.invalidateQueries({ queryKey: ["/api/inbox"] }),
      ]),
  });
}
