import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ChangedWebhook, NewWebhook } from "../../shared/contract/webhooks.ts";
import { call } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

export const useWebhooks = () => useRead("GET /api/webhooks");
export const useDeliveries = (id: string) => useRead("GET /api/webhooks/:id/deliveries", { params: { id } });

/** Creates a webhook. Only this response contains its signing secret, so the page that requested it has to show it. */
export function useCreateWebhook() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (body: NewWebhook) => call("POST /api/webhooks", { body }),
    onSuccess: readAgain,
    gcTime: 0,
  });
}

export function useRotateSecret() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (id: string) => call("POST /api/webhooks/:id/secret", { params: { id } }),
    onSuccess: readAgain,
    gcTime: 0,
  });
}

export function useChangeWebhook() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ id, ...body }: ChangedWebhook & { id: string }) =>
      call("PATCH /api/webhooks/:id", { params: { id }, body }),
    onSuccess: readAgain,
  });
}

export function useRemoveWebhook() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (id: string) => call("DELETE /api/webhooks/:id", { params: { id } }),
    onSuccess: readAgain,
  });
}

export function useSendTest() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (id: string) => call("POST /api/webhooks/:id/test", { params: { id } }),
    onSettled: readAgain,
  });
}

export function useResendDelivery() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (params: { id: string; deliveryId: string }) =>
      call("POST /api/webhooks/:id/deliveries/:deliveryId/replay", { params }),
    onSettled: readAgain,
  });
}

/** Loads the list of webhooks, and the deliveries that are shown, again. */
function useReadAgain() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/webhooks") });
}
