import { keepPreviousData, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { call, type Input, type Output } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

export type ModelConnection = Input<"POST /api/language-model/models">["body"];
export type OwnModel = Input<"PUT /api/language-model">["body"];
export type EstimatedWork = NonNullable<Input<"GET /api/language-model/estimate">["query"]>;
type ReadingEstimate = Output<"GET /api/language-model/estimate">;
export type ModelCaps = Input<"PUT /api/language-model/caps">["body"];

export const useOwnLanguageModel = (enabled = true) => useRead("GET /api/language-model", undefined, { enabled });

export const useModelProviders = (enabled: boolean) =>
  useRead("GET /api/language-model/providers", undefined, { enabled });

/** Loads the estimate when a person is about to start this work. */
export function useLoadEstimate() {
  const queryClient = useQueryClient();
  return useCallback(
    (query: EstimatedWork) =>
      queryClient.fetchQuery<ReadingEstimate>({
        queryKey: buildQueryKey("GET /api/language-model/estimate", { query }),
      }),
    [queryClient],
  );
}

export const useModelSpending = (days: string) =>
  useRead("GET /api/language-model/spending", { query: { days } }, { placeholderData: keepPreviousData });

export const useListModels = () =>
  useMutation({ mutationFn: (body: ModelConnection) => call("POST /api/language-model/models", { body }) });

function useReloadModel() {
  const queryClient = useQueryClient();
  // Does not load the list of providers again, because it does not change, and searching for an Ollama takes a while.
  return () => queryClient.invalidateQueries({ queryKey: ["/api/language-model"], predicate: isNotOffer });
}

/**
 * Loads the model's data again without waiting. The new data may remove the form that made the change, and with it the
 * form's success message.
 */
function useReloadModelInBackground() {
  const readAgain = useReloadModel();
  return () => void readAgain();
}
const isNotOffer = ({ queryKey }: { queryKey: QueryKey }) => !queryKey.includes("providers");

export function useSaveOwnModel() {
  const readAgain = useReloadModelInBackground();
  return useMutation({
    mutationFn: (body: OwnModel) => call("PUT /api/language-model", { body }),
    // A failed test also costs money, so the costs are loaded again after it.
    onSettled: readAgain,
  });
}

/** Tests the workspace's active model. */
export function useTestModel() {
  const readAgain = useReloadModelInBackground();
  return useMutation({
    mutationFn: () => call("POST /api/language-model/test", { body: null }),
    onSettled: readAgain,
  });
}

export function useReplaceModelKey() {
  const readAgain = useReloadModelInBackground();
  return useMutation({
    mutationFn: (key: string) => call("PUT /api/language-model/key", { body: { key } }),
    onSettled: readAgain,
  });
}

export function useRemoveOwnModel() {
  const readAgain = useReloadModelInBackground();
  return useMutation({ mutationFn: () => call("DELETE /api/language-model"), onSettled: readAgain });
}

export function useSaveModelCaps() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ModelCaps) => call("PUT /api/language-model/caps", { body }),
    onSuccess: (saved) => queryClient.setQueryData(buildQueryKey("GET /api/language-model"), saved),
  });
}

export function useExcludeChannelFromModel() {
  const readAgain = useReloadModel();
  return useMutation({
    mutationFn: ({ id, never }: { id: string; never: boolean }) =>
      call("PUT /api/language-model/channels/:id", { params: { id }, body: { never } }),
    onSuccess: readAgain,
  });
}
