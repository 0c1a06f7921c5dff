import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, type Input } from "./client.ts";
import { useRead } from "./query-client.ts";

type NewChannel = Input<"POST /api/channels">["body"];

export const useChannels = () => useRead("GET /api/channels");
export const useSlackChannels = (enabled: boolean) => useRead("GET /api/slack/channels", undefined, { enabled });

export const useChannelAudience = (id: string, enabled: boolean) =>
  useRead("GET /api/channels/:id/audience", { params: { id } }, { enabled });

export function useLetIn(channelId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, isLetIn }: { userId: string; isLetIn: boolean }) =>
      call("PUT /api/channels/:id/readers/:userId", { params: { id: channelId, userId }, body: { isLetIn } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["/api/channels"] }),
  });
}

export function useAllowSharing(channelId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isAllowed: boolean) =>
      call("PUT /api/channels/:id/sharing", { params: { id: channelId }, body: { isAllowed } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["/api/channels"] }),
  });
}

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
