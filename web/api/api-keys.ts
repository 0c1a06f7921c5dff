import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { NewKey } from "../../shared/contract/api-keys.ts";
import { call } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

export const useApiKeys = () => useRead("GET /api/api-keys");

/** Creates an API key. Only this response contains the key's text, so the page that requested it has to show it. */
export function useCreateApiKey() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (body: NewKey) => call("POST /api/api-keys", { body }),
    onSuccess: readAgain,
    gcTime: 0,
  });
}

export function useRevokeApiKey() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (id: string) => call("DELETE /api/api-keys/:id", { params: { id } }),
    onSuccess: readAgain,
  });
}

function useReadAgain() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/api-keys") });
}
