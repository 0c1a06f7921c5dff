import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SavedView } from "../../shared/contract/saved-views.ts";
import { call } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

const KEY = buildQueryKey("GET /api/saved-views");

export const useSavedViews = () => useRead("GET /api/saved-views");

/** Builds the URL of a saved view, such as '/articles?category=Access&show=list'. */
export function buildViewAddress({ filters, look }: Pick<SavedView, "filters" | "look">): string {
  const params = new URLSearchParams(filters as Record<string, string>);
  if (look) params.set("show", look);
  return `/articles${params.size > 0 ? `?${params}` : ""}`;
}

export function useSaveView() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (body: Omit<SavedView, "id">) => call("POST /api/saved-views", { body }),
    onSuccess: readAgain,
  });
}

export function useRenameView() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ id, name }: Pick<SavedView, "id" | "name">) =>
      call("PATCH /api/saved-views/:id", { params: { id }, body: { name } }),
    onSuccess: readAgain,
  });
}

export function useRemoveView() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (id: string) => call("DELETE /api/saved-views/:id", { params: { id } }),
    onSuccess: readAgain,
  });
}

function useReadAgain() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: KEY });
}
