import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, type Input } from "./client.ts";
import { useRead } from "./query-client.ts";

type NewChannel = Input<"POST /api/channels">["body"];

export const useChannels = () => useRead("GET /api/channels");
export const useSlackChannels = (enabled: boolean) => useRead("GET /api/slack/channels", undefined, { enabled });

function useReadAgain() {
  const queryClient = useQueryClient();
  return () => {
    for (const path of ["/api/collaboration-channels", "/api/stats"])
      void queryClient.invalidateQueries({ queryKey: [path] });
    return queryClient.invalidateQueries({ queryKey: ["/api/channels"] });
  };
}

export function useAddChannel() {
  const readAgain = useReadAgain();
  return useMutation({ mutationFn: (body: NewChannel) => call("POST /api/channels", { body }), onSuccess: readAgain });
}

export function useRemoveChannel() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (id: string) => call("DELETE /api/channels/:id", { params: { id } }),
    onSuccess: readAgain,
  });
}
