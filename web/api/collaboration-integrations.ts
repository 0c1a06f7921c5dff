import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ChannelMonitoringRule, CollaborationIntegration } from "../../shared/contract/integrations.ts";
import { call, type Input } from "./client.ts";
import { buildQueryKey, OFFERED_CHANNELS_META, useRead } from "./query-client.ts";

type NewIntegration = Input<"POST /api/collaboration-integrations">["body"];
type IntegrationChange = Input<"PATCH /api/collaboration-integrations/:id">["body"] & { id: string };

const listKey = buildQueryKey("GET /api/collaboration-integrations");

export const useCollaborationIntegrations = () => useRead("GET /api/collaboration-integrations");

/** Loads the integrations and the channels on offer again, because new credentials may offer other channels. */
function useReadAgain() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ predicate: ({ meta }) => meta === OFFERED_CHANNELS_META });
    return queryClient.invalidateQueries({ queryKey: listKey });
  };
}

export function useAddCollaborationIntegration() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (body: NewIntegration) => call("POST /api/collaboration-integrations", { body }),
    onSuccess: readAgain,
  });
}

/**
 * Saves a change. Only HTTP 200 with `ok: true` counts as success. Shows a switch's new state at once, and reverts it
 * if the server refuses.
 */
export function useChangeCollaborationIntegration() {
  const queryClient = useQueryClient();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: async ({ id, ...body }: IntegrationChange) => {
      const answer = await call("PATCH /api/collaboration-integrations/:id", { params: { id }, body });
      if (!answer.ok) throw new Error("The server did not confirm the change.");
      return answer;
    },
    onMutate: async ({ id, isActive }) => {
      await queryClient.cancelQueries({ queryKey: listKey });
      const before = queryClient.getQueryData<CollaborationIntegration[]>(listKey);
      if (isActive !== undefined)
        queryClient.setQueryData<CollaborationIntegration[]>(listKey, (list) =>
          list?.map((item) => (item.id === id ? { ...item, isActive } : item)),
        );
      return before;
    },
    onError: (_error, _change, before) => queryClient.setQueryData(listKey, before),
    onSettled: readAgain,
  });
}

export function useSetChannelRule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, rule }: { id: string; rule: ChannelMonitoringRule }) =>
      call("PUT /api/collaboration-integrations/:id/channel-rule", { params: { id }, body: { rule } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
}

export function useDeleteCollaborationIntegration() {
  const readAgain = useReadAgain();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("DELETE /api/collaboration-integrations/:id", { params: { id } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ["/api/channels"] });
      return readAgain();
    },
  });
}

export function useTestCollaborationIntegration() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (id: string) => call("POST /api/collaboration-integrations/:id/test", { params: { id } }),
    onSettled: readAgain,
  });
}
