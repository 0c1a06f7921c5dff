import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { DraftProvider } from "../../shared/contract/single-sign-on.ts";
import { call } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

const WHILE_TESTING_MS = 3_000;

/** Loaded again on focus, because the sign-on test runs in another tab. */
export const useSingleSignOn = () =>
  useRead("GET /api/single-sign-on", undefined, {
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state: { data } }) =>
      data?.draft?.testBegunAt && !data.draft.testedAt ? WHILE_TESTING_MS : false,
  });

export function useSaveProvider() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (body: DraftProvider) => call("PUT /api/single-sign-on", { body }),
    onSuccess: readAgain,
    gcTime: 0,
  });
}

export function useActivateProvider() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (id: string) => call("POST /api/single-sign-on/activate", { body: { id } }),
    onSettled: readAgain,
  });
}

export function useSetSignOnRequired() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (isRequired: boolean) => call("PATCH /api/single-sign-on", { body: { isRequired } }),
    onSettled: readAgain,
  });
}

export function useTurnSignOnOff() {
  const readAgain = useReadAgain();
  return useMutation({ mutationFn: () => call("DELETE /api/single-sign-on"), onSettled: readAgain });
}

function useReadAgain() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/single-sign-on") });
}
