import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, type Input } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

const key = buildQueryKey("GET /api/connections");

/** Loads the platforms that can be connected by OAuth, and unfinished connections. */
export const useConnections = () => useRead("GET /api/connections");

/** Opens the platform's page, which asks the person and redirects back. */
export function useBeginConnection() {
  return useMutation({
    mutationFn: (body: Input<"POST /api/connections">["body"]) => call("POST /api/connections", { body }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
}

/**
 * The account whose spaces or pages are listed: that of an unfinished connection, or that of an existing integration.
 */
export type DestinationSource = { connectionId: string; siteId: string } | { integrationId: string };

/** The spaces or pages from which a person can choose. The previous list stays until the next one has loaded. */
export function useDestinations(of: DestinationSource, search: string) {
  const options = { placeholderData: keepPreviousData };
  const id = "connectionId" in of ? of.connectionId : of.integrationId;
  const siteId = "connectionId" in of ? of.siteId : "";
  const query = { ...(siteId && { siteId }), ...(search && { search }) };
  const key = "connectionId" in of ? "GET /api/connections/:id/places" : "GET /api/integrations/:id/places";
  return useRead(key, { params: { id }, query }, options);
}

export function useFinishConnection() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: Input<"POST /api/connections/:id/integration">["body"] & { id: string }) =>
      call("POST /api/connections/:id/integration", { params: { id }, body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/integrations") });
      return queryClient.invalidateQueries({ queryKey: key });
    },
  });
}

export function useAbandonConnection() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("DELETE /api/connections/:id", { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}
