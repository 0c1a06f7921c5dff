import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Run, TestAnalysis } from "../../shared/contract/analysis.ts";
import { call, parseAnswer } from "./client.ts";
import { useRead } from "./query-client.ts";

export const useRuns = () => useRead("GET /api/runs");

export const isUnfinished = (run: Run) => run.state === "queued" || run.state === "running";

/** The latest run of a kind, running or finished. */
export function useLatestRun(kind: Run["kind"]): Run | undefined {
  return useRuns().data?.find((run) => run.kind === kind);
}

/** The queries that a finished run may have changed. */
const WRITTEN_BY_RUNS = ["/api/runs", "/api/articles", "/api/stats", "/api/channels", "/api/logs"];

function useReloadAfterRun() {
  const queryClient = useQueryClient();
  return () => {
    for (const path of WRITTEN_BY_RUNS) void queryClient.invalidateQueries({ queryKey: [path] });
  };
}

interface TestAnnouncement {
  onSuccess: (outcome: TestAnalysis) => void;
  onError: (error: Error) => void;
}

/** The toasts appear even after the person who started the test has left the page. */
export function useTestAnalysis(announcement: TestAnnouncement) {
  const readAgain = useReloadAfterRun();
  return useMutation({
    ...announcement,
    mutationFn: () => call("POST /api/test-slack-analysis"),
    onSettled: readAgain,
  });
}

export function useAnalyzeChannel() {
  const readAgain = useReloadAfterRun();
  return useMutation({
    mutationFn: (channelId: string) => call("POST /api/analyze", { body: { channelId } }),
    onSettled: readAgain,
  });
}

/**
 * Uploads a Slack export and returns the run that imports it. `isAnalyzedLater`: the import does not analyze the
 * messages, because a model is tried on them first.
 */
export function useImportSlackExport({ isAnalyzedLater }: { isAnalyzedLater: boolean }) {
  const readAgain = useReloadAfterRun();
  return useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.set("file", file);
      const response = await fetch(`/api/imports${isAnalyzedLater ? "?analyze=later" : ""}`, {
        method: "POST",
        body: form,
        credentials: "include",
      });
      return (await parseAnswer(response)) as Run;
    },
    onSettled: readAgain,
  });
}
