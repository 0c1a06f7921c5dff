import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import type { RetentionChoice } from "../../shared/contract/retention.ts";
import { call } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

export const useRetention = () => useRead("GET /api/retention");

/** Counts the data that this choice would delete at once. Makes no request if everything is kept. */
export const useRetentionEffect = ({ keepDays, keepsQuotes }: RetentionChoice) =>
  useRead(
    "GET /api/retention/effect",
    { query: { keepDays: String(keepDays ?? 1), keepsQuotes: keepsQuotes ? "true" : "false" } },
    { enabled: keepDays !== null, placeholderData: keepPreviousData, staleTime: 0 },
  );

export function useSaveRetention() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RetentionChoice) => call("PUT /api/retention", { body }),
    onSuccess: (saved) => queryClient.setQueryData(buildQueryKey("GET /api/retention"), saved),
  });
}
