import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CollaborationChannel } from "../../shared/contract/channels.ts";
import { call, type Input } from "./client.ts";
import { buildQueryKey, useWholeList } from "./query-client.ts";

type NewMonitoring = Input<"POST /api/collaboration-channels">["body"];

const listKey = buildQueryKey("GET /api/collaboration-channels");
/** The queries of the two views of channels: the chat page's and the channel page's. */
const LIST_KEYS = [listKey, buildQueryKey("GET /api/channels")];

export const useCollaborationChannels = () => useWholeList("GET /api/collaboration-channels");

/** Returns a function that loads the lists of channels and the time of the next check again. */
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

/** Shows the new state at once. Reverts it if the server refuses. */
export function useSetChannelMonitoring() {
  const queryClient = useQueryClient();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      call("PATCH /api/collaboration-channels/:id", { params: { id }, body: { isActive } }),
    onMutate: async ({ id, isActive }) => {
      await Promise.all(LIST_KEYS.map((queryKey) => queryClient.cancelQueries({ queryKey })));
      return LIST_KEYS.map((key) => {
        const before = queryClient.getQueryData<CollaborationChannel[]>(key);
        queryClient.setQueryData<CollaborationChannel[]>(key, (list) =>
          list?.map((channel) => (channel.id === id ? { ...channel, isActive } : channel)),
        );
        return [key, before] as const;
      });
    },
    onError: (_error, _change, lists) => lists?.forEach(([key, before]) => queryClient.setQueryData(key, before)),
    onSettled: readAgain,
  });
}

/** Switches whether Lorekeep answers a channel's unanswered questions without being mentioned. */
export function useToggleAutoAnswers() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ id, isOn }: { id: string; isOn: boolean }) =>
      call("PUT /api/collaboration-channels/:id/answers", { params: { id }, body: { isOn } }),
    onSettled: readAgain,
  });
}

/** Switches whether Lorekeep asks the authors of answers in their thread. */
export function useToggleAuthorQuestions() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ id, isOn }: { id: string; isOn: boolean }) =>
      call("PUT /api/collaboration-channels/:id/questions", { params: { id }, body: { isOn } }),
    onSettled: readAgain,
  });
}
