import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call, type Input } from "./client.ts";
import { buildQueryKey, OFFERED_CHANNELS_META, useRead, useWholeList } from "./query-client.ts";

export type NewChannel = Input<"POST /api/channels">["body"];

export const useChannels = () => useWholeList("GET /api/channels");
const LOOK_AGAIN_MS = 2_000;

/** The progress of listing Slack's channels. The list is loaded again once it is complete. */
export function useSlackListing(enabled: boolean) {
  const queryClient = useQueryClient();
  const listing = useRead("GET /api/slack/channels/reading", undefined, {
    enabled,
    meta: OFFERED_CHANNELS_META,
    refetchInterval: ({ state }) => (state.data?.isReading ? LOOK_AGAIN_MS : false),
  });
  const isReading = listing.data?.isReading === true;
  useEffect(() => {
    if (!isReading) return undefined;
    return () => {
      const readAgain = (queryKey: QueryKey) => queryClient.invalidateQueries({ queryKey, exact: true });
      // One after the other, because loading the list may start another listing.
      void readAgain(buildQueryKey("GET /api/slack/channels")).then(() =>
        readAgain(buildQueryKey("GET /api/slack/channels/reading")),
      );
    };
  }, [isReading, queryClient]);
  return listing.data;
}

/** Loads the articles that were written from this channel and no other. */
export const useArticlesOfChannel = (id: string, enabled: boolean) =>
  useRead("GET /api/articles/search", { query: { channel: id, alone: "true" } }, { enabled });

export const useChannelAudience = (id: string, enabled: boolean) =>
  useRead("GET /api/channels/:id/audience", { params: { id } }, { enabled });

export function useAllowReader(channelId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, isLetIn }: { userId: string; isLetIn: boolean }) =>
      call("PUT /api/channels/:id/readers/:userId", { params: { id: channelId, userId }, body: { isLetIn } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["/api/channels"] }),
  });
}

export function useAllowSharing(channelId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isAllowed: boolean) =>
      call("PUT /api/channels/:id/sharing", { params: { id: channelId }, body: { isAllowed } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["/api/channels"] }),
  });
}

export function useReloadChannels() {
  const queryClient = useQueryClient();
  return () => {
    for (const path of ["/api/collaboration-channels", "/api/stats"])
      void queryClient.invalidateQueries({ queryKey: [path] });
    return queryClient.invalidateQueries({ queryKey: ["/api/channels"] });
  };
}

/** Does not refresh the lists. A caller that adds several channels refreshes them once at the end. */
export const useAddChannel = () =>
  useMutation({ mutationFn: (body: NewChannel) => call("POST /api/channels", { body }) });

/** Earlier messages of a channel that was added for new ones only are read, too. */
export function useReadEarlierMessages() {
  const readAgain = useReloadChannels();
  return useMutation({
    mutationFn: (id: string) => call("POST /api/channels/:id/earlier-messages", { params: { id } }),
    onSuccess: readAgain,
  });
}

export function useRemoveChannel() {
  const readAgain = useReloadChannels();
  return useMutation({
    mutationFn: (id: string) => call("DELETE /api/channels/:id", { params: { id } }),
    onSuccess: readAgain,
  });
}
