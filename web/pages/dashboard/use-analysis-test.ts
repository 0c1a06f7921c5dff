import type { TestAnalysis } from "../../../shared/contract/analysis.ts";
import { ApiError } from "../../api/client.ts";
import { useTestAnalysis } from "../../api/runs.ts";
import { formatItems } from "../../lib/format.ts";
import { showToast } from "../../lib/toast-store.ts";

export const explainError = (error: Error) =>
  (error instanceof ApiError ? (error.details ?? error.explanation) : error.message) || "Failed to run test";

/** Starts the test analysis. A toast shows the result on every page. */
export const useAnalysisTest = () => useTestAnalysis({ onSuccess: announceOutcome, onError: announceFailure });

function announceOutcome(outcome: TestAnalysis) {
  if (outcome.success && outcome.articlesCreated > 0)
    showToast({
      title: "Test Successful!",
      text: `Created ${formatItems(outcome.articlesCreated, "article")} from ${formatItems(outcome.totalMessagesAnalyzed, "message")}`,
    });
  else
    showToast({
      title: "Test Complete",
      text: outcome.message || "No articles created",
      tone: outcome.success ? "default" : "destructive",
    });
}

function announceFailure(error: Error) {
  showToast({ title: "Test Failed", text: explainError(error), tone: "destructive" });
}
