import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

export const useModelBacklog = () => useRead("GET /api/language-model/waiting");

/** `dollars`: the maximum price that was shown to the person. */
export function useContinueModelWork() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (dollars: number | null) => call("POST /api/language-model/waiting/continue", { body: { dollars } }),
    onSuccess: (waiting) => queryClient.setQueryData(buildQueryKey("GET /api/language-model/waiting"), waiting),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["/api/language-model"] }),
  });
}

export const useRereadingOffer = (enabled: boolean) => useRead("GET /api/language-model/again", undefined, { enabled });

export function useStartRereading() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /api/language-model/again"),
    onSuccess: (again) => queryClient.setQueryData(buildQueryKey("GET /api/language-model/again"), again),
  });
}
