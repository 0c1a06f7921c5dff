import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

export const useConnectedApps = () => useRead("GET /api/connected-apps");

export function useDisconnectApp() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("DELETE /api/connected-apps/:id", { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/connected-apps") }),
  });
}
