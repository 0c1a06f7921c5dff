import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Integration } from "../../shared/contract/integrations.ts";
import { call, type Input } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

type NewIntegration = Input<"POST /api/integrations">["body"];
type IntegrationChange = Input<"PUT /api/integrations/:id">["body"] & { id: string };

const listKey = buildQueryKey("GET /api/integrations");

export const useIntegrations = () => useRead("GET /api/integrations");

export function useAddIntegration() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewIntegration) => call("POST /api/integrations", { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
}

/** Shows the change at once. Reverts it if the server refuses. */
export function useChangeIntegration() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: IntegrationChange) => call("PUT /api/integrations/:id", { params: { id }, body }),
    onMutate: async ({ id, isActive }) => {
      await queryClient.cancelQueries({ queryKey: listKey });
      const before = queryClient.getQueryData<Integration[]>(listKey);
      if (isActive !== undefined)
        queryClient.setQueryData<Integration[]>(listKey, (list) =>
          list?.map((item) => (item.id === id ? { ...item, isActive } : item)),
        );
      return before;
    },
    onError: (_error, _change, before) => queryClient.setQueryData(listKey, before),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
}

export function useDeleteIntegration() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("DELETE /api/integrations/:id", { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
}

export function useTestIntegration() {
  return useMutation({ mutationFn: (id: string) => call("POST /api/integrations/:id/test", { params: { id } }) });
}

export function useChangePageTree() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isOn }: { id: string; isOn: boolean }) =>
      call("PUT /api/integrations/:id/page-tree", { params: { id }, body: { isOn } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
}

/** Loads the articles again, because a change of readers publishes or retracts pages. */
export function useChangeReaders() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, channelIds }: { id: string; channelIds: string[] }) =>
      call("PUT /api/integrations/:id/readers", { params: { id }, body: { channelIds } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ["/api/articles"] });
      return queryClient.invalidateQueries({ queryKey: listKey });
    },
  });
}
