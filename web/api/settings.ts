import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, type Input } from "./client.ts";
import { queryKeyOf, useRead } from "./query-client.ts";

export type DetectionValues = Input<"PUT /api/settings">["body"];

export const useSettings = () => useRead("GET /api/settings");

export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: DetectionValues) => call("PUT /api/settings", { body }),
    onSuccess: (saved) => queryClient.setQueryData(queryKeyOf("GET /api/settings"), saved),
  });
}
