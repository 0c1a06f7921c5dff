import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

export const useSessions = () => useRead("GET /api/sessions");

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("DELETE /api/sessions/:id", { params: { id } }),
    // The list is loaded again even if the session no longer existed, because the list is then outdated.
    onSettled: () => queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/sessions") }),
  });
}

export const useEndAllSessions = () => useMutation({ mutationFn: () => call("DELETE /api/sessions") });

/**
 * Loads the effects of deleting the account. The query is not cached, so that each opening of the dialog shows current
 * figures.
 */
export const useAccountDeletion = () => useRead("GET /api/account-deletion", {}, { staleTime: 0, gcTime: 0 });

export const useDeleteAccount = () =>
  useMutation({ mutationFn: (proof: string) => call("POST /api/account-deletion", { body: { proof } }) });
