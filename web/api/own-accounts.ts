import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OwnAccount, OwnAccountPage } from "../../shared/contract/own-accounts.ts";
import { call } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

/** Loads the platforms on which the person can correct pages with an account of their own. */
export const useOwnAccounts = () => useRead("GET /api/own-accounts");

/** Opens the platform's page, which asks the person and leads back. */
export function useConnectOwnAccount(from: OwnAccountPage) {
  return useMutation({
    mutationFn: (platform: OwnAccount["platform"]) => call("POST /api/own-accounts", { body: { platform, from } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
}

export function useDisconnectOwnAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (platform: OwnAccount["platform"]) =>
      call("DELETE /api/own-accounts/:platform", { params: { platform } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/own-accounts") }),
  });
}
