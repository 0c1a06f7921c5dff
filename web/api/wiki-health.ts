import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AssignedPage } from "../../shared/contract/wiki-health.ts";
import { showToast } from "../lib/toast-store.ts";
import { ApiError, call } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

export const useWikiHealth = (enabled: boolean) => useRead("GET /api/wiki-health", undefined, { enabled });

const CHANGED = ["GET /api/wiki-health", "GET /api/inbox/assigned"] as const;

/** Loads the page again after a decision. If the decision failed, shows why. */
function useDeciding<Of>(decide: (of: Of) => Promise<unknown>, done: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSuccess: () => showToast({ title: done }),
    onError: (error) =>
      showToast({
        title: "Not saved",
        text: error instanceof ApiError ? error.explanation : "The server did not answer. Please try again.",
        tone: "destructive",
      }),
    onSettled: () => Promise.all(CHANGED.map((key) => queryClient.invalidateQueries({ queryKey: buildQueryKey(key) }))),
  });
}

export const useVerifyPage = () =>
  useDeciding(
    ({ id, version }: AssignedPage) => call("POST /api/wiki-pages/:id/verify", { params: { id }, body: { version } }),
    "The page is verified.",
  );
export const useKeepUnusedPage = () =>
  useDeciding(
    (id: string) => call("POST /api/wiki-pages/:id/keep", { params: { id }, body: {} }),
    "The page is fine as it is.",
  );
export const useKeepDuplicates = () =>
  useDeciding((id: string) => call("POST /api/wiki-duplicates/:id/keep", { params: { id }, body: {} }), "Both stay.");
