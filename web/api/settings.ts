import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { DetectionSettings } from "../../shared/domain/detection.ts";
import { call, type Input } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

export const useSettings = () => useRead("GET /api/settings");

export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: DetectionSettings) => call("PUT /api/settings", { body }),
    onSuccess: (saved) => queryClient.setQueryData(buildQueryKey("GET /api/settings"), saved),
  });
}

/**
 * Estimates time and cost of analyzing this many messages with the workspace's model. Without a model, uses a suggested
 * one.
 */
export const useModelCostEstimate = (messages: number, enabled = true) =>
  useRead("GET /api/language-model/estimate", { query: { messages: String(messages) } }, { enabled });

const EXAMPLE_MESSAGES = 1_000;
/** Loads the current model and the estimate for 1,000 messages. Every role may call this. */
export const useCurrentModelEstimate = (enabled = true) => useModelCostEstimate(EXAMPLE_MESSAGES, enabled);

export const useMonitoring = () => useRead("GET /api/settings/monitoring");

export function useSetMonitoringMode() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<"PUT /api/settings/monitoring">["body"]) => call("PUT /api/settings/monitoring", { body }),
    onSuccess: async (monitoring) => {
      const queryKey = buildQueryKey("GET /api/settings/monitoring");
      // A request that began before the change would bring the old mode back.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, monitoring);
      // The mode decides when each channel is checked next.
      for (const path of ["/api/channels", "/api/collaboration-channels", "/api/stats"])
        void queryClient.invalidateQueries({ queryKey: [path] });
    },
  });
}
