import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { NotificationSettings, Watch } from "../../shared/contract/notifications.ts";
import type { WatchKind } from "../../shared/domain/notifications.ts";
import { call } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

export const useNotifications = () => useRead("GET /api/notifications");
export const useNotificationSettings = () => useRead("GET /api/notification-settings");
export const useWatches = () => useRead("GET /api/watches");

/** Marks notifications as read; all of them if no ids are given. */
export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids?: string[]) => call("POST /api/notifications/read", { body: ids ? { ids } : {} }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/notifications") }),
  });
}

export function useSaveNotificationSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NotificationSettings) => call("PUT /api/notification-settings", { body }),
    onSuccess: (saved) => queryClient.setQueryData(buildQueryKey("GET /api/notification-settings"), saved),
  });
}

export function useSetWatch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { kind: WatchKind; target: string; isOn: boolean }) => call("PUT /api/watches", { body }),
    // The change is shown at once. The server's answer replaces it.
    onMutate: async ({ kind, target, isOn }) => {
      // A request in flight would return the state before this change.
      await queryClient.cancelQueries({ queryKey: buildQueryKey("GET /api/watches") });
      queryClient.setQueryData<Watch[]>(buildQueryKey("GET /api/watches"), (known = []) => {
        const others = known.filter((one) => one.kind !== kind || one.target !== target);
        return isOn ? [...others, { kind, target, name: target }] : others;
      });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/watches") }),
  });
}
