import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CollaborationChannel } from "../../shared/contract/channels.ts";
import { call, type Input } from "./client.ts";
import { queryKeyOf, useWholeList } from "./query-client.ts";

type NewMonitoring = Input<"POST /api/collaboration-channels">["body"];

const listKey = queryKeyOf("GET /api/collaboration-channels");

export const useCollaborationChannels = () => useWholeList("GET /api/collaboration-channels");

/** The other views of the same channels, and when the next one is due. */
function useReadAgain() {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [["/api/channels"], ["/api/stats"], ["/api/settings", "monitoring"]])
      void queryClient.invalidateQueries({ queryKey });
    return queryClient.invalidateQueries({ queryKey: listKey });
  };
}

export function useMonitorChannel() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (body: NewMonitoring) => call("POST /api/collaboration-channels", { body }),
    onSuccess: readAgain,
  });
}

/** Shows the flipped switch at once and takes it back on a refusal. */
export function useSwitchChannel() {
  const queryClient = useQueryClient();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      call("PATCH /api/collaboration-channels/:id", { params: { id }, body: { isActive } }),
    onMutate: async ({ id, isActive }) => {
      await queryClient.cancelQueries({ queryKey: listKey });
      const before = queryClient.getQueryData<CollaborationChannel[]>(listKey);
      queryClient.setQueryData<CollaborationChannel[]>(listKey, (list) =>
        list?.map((channel) => (channel.id === id ? { ...channel, isActive } : channel)),
      );
      return before;
    },
    onError: (_error, _change, before) => queryClient.setQueryData(listKey, before),
    onSettled: readAgain,
  });
}

/** What nobody answers in the channel is answered without being asked, or no more. */
export function useSwitchAnswers() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ id, isOn }: { id: string; isOn: boolean }) =>
      call("PUT /api/collaboration-channels/:id/answers", { params: { id }, body: { isOn } }),
    onSettled: readAgain,
  });
}

/** Who gave an answer is asked in its thread, or no more. */
export function useSwitchQuestions() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ id, isOn }: { id: string; isOn: boolean }) =>
      call("PUT /api/collaboration-channels/:id/questions", { params: { id }, body: { isOn } }),
    onSettled: readAgain,
  });
}
