import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

export const useProvisioning = () => useRead("GET /api/provisioning");

/**
 * Creates a token for an identity provider. Only this response contains the token's text, so the page that requested it
 * has to show it.
 */
export function useCreateScimToken() {
  const readAgain = useReadAgain();
  return useMutation({ mutationFn: () => call("POST /api/provisioning/tokens"), onSuccess: readAgain, gcTime: 0 });
}

export function useRevokeScimToken() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (id: string) => call("DELETE /api/provisioning/tokens/:id", { params: { id } }),
    onSuccess: readAgain,
  });
}

function useReadAgain() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/provisioning") });
}
