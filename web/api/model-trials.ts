import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Judgement, Trial } from "../../shared/contract/model-trials.ts";
import { call } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

const LOOK_AGAIN_MS = 2_000;

export const useTrials = () => useRead("GET /api/model-trials");

/** Browser events refresh a running trial. Polling covers missed events. */
export const useTrial = (id: string) =>
  useRead(
    "GET /api/model-trials/:id",
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.state === "running" ? LOOK_AGAIN_MS : false) },
  );

export const useTrialPrice = (channelId: string, most: number) =>
  useRead("GET /api/model-trials/price", { query: { channelId, most: String(most) } }, { enabled: channelId !== "" });

/** Estimates time and price of writing a trial's conversations again with another model. */
export const useRepeatPrice = (id: string, model: string) =>
  useRead("GET /api/model-trials/:id/price", { params: { id }, query: { model } }, { enabled: model !== "" });

/** Estimates time and price of reading a whole channel. */
export const useChannelReadingEstimate = (channelId: string) =>
  useRead("GET /api/language-model/estimate", { query: { channelId } });

function useReloadTrials() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ["/api/model-trials"] });
}

export function useStartTrial() {
  const readAgain = useReloadTrials();
  return useMutation({
    mutationFn: (body: { channelId: string; most: number }) => call("POST /api/model-trials", { body }),
    onSuccess: readAgain,
  });
}

export function useRepeatTrial(id: string) {
  const readAgain = useReloadTrials();
  return useMutation({
    mutationFn: (model: string | null) =>
      call("POST /api/model-trials/:id/repeat", { params: { id }, body: { model } }),
    onSuccess: readAgain,
  });
}

export function useStopTrial(id: string) {
  const readAgain = useReloadTrials();
  return useMutation({
    mutationFn: () => call("POST /api/model-trials/:id/stop", { params: { id } }),
    onSuccess: readAgain,
  });
}

/** Shows the judgement at once, so that a person who judges twenty articles never waits. */
export function useJudgeTrialArticle(id: string) {
  const queryClient = useQueryClient();
  const readAgain = useReloadTrials();
  const queryKey = buildQueryKey("GET /api/model-trials/:id", { params: { id } });
  return useMutation({
    mutationFn: (body: { matterId: string; judgement: Judgement | null }) =>
      call("POST /api/model-trials/:id/judge", { params: { id }, body }),
    onMutate: ({ matterId, judgement }) =>
      queryClient.setQueryData<Trial>(
        queryKey,
        (trial) =>
          trial && {
            ...trial,
            matters: trial.matters.map((matter) => (matter.id === matterId ? { ...matter, judgement } : matter)),
          },
      ),
    onSettled: readAgain,
  });
}

export function useSaveAcceptedDrafts(id: string) {
  const queryClient = useQueryClient();
  const readAgain = useReloadTrials();
  return useMutation({
    mutationFn: () => call("POST /api/model-trials/:id/save", { params: { id } }),
    onSuccess: async () => {
      for (const path of ["/api/articles", "/api/inbox", "/api/stats"])
        void queryClient.invalidateQueries({ queryKey: [path] });
      await readAgain();
    },
  });
}

export function useReadWholeChannel(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /api/model-trials/:id/read-all", { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["/api/runs"] }),
  });
}
