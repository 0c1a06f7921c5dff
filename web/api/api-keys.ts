import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { NewKey } from "../../shared/contract/api-keys.ts";
import { call } from "./client.ts";
import { queryKeyOf, useRead } from "./query-client.ts";

export const useApiKeys = () => useRead("GET /api/api-keys");

/** The answer alone holds the key: it is kept nowhere but on the page that asked. */
export function useMakeApiKey() {
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
  return () => queryClient.invalidateQueries({ queryKey: queryKeyOf("GET /api/api-keys") });
}
