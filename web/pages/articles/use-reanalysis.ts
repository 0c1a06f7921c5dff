import { useCallback } from "react";
import { useReanalyzeArticle } from "../../api/articles.ts";
import { ApiError } from "../../api/client.ts";
import { useCostConfirmation } from "../../components/cost-question.tsx";
import { showToast } from "../../lib/toast-store.ts";

/**
 * Analyzes an article again. If that costs money, shows `question` first. Shows the result, or that the analysis is
 * still running.
 */
export function useReanalysis() {
  const { mutate, isPending, variables } = useReanalyzeArticle();
  const { startAtPrice, question } = useCostConfirmation();
  const start = useCallback(
    (id: string) =>
      mutate(id, {
        onSuccess: ({ success, goesOn, message }) => {
          if (!success) tellFailure(message);
          else if (goesOn) showToast({ title: "Still at work", text: message });
          else showToast({ title: "Success", text: "Article has been re-analyzed with updated smart tags" });
        },
        onError: (error) => tellFailure(error instanceof ApiError ? error.said : undefined),
      }),
    [mutate],
  );
  const reanalyze = useCallback(
    (id: string) =>
      startAtPrice({
        title: "Re-analyze this article?",
        confirm: "Re-analyze",
        estimate: { articleId: id },
        start: () => start(id),
      }),
    [startAtPrice, start],
  );
  return { reanalyze, question, reanalyzing: isPending ? variables : undefined };
}

const tellFailure = (reason: string | undefined) =>
  showToast({ title: "Failed to re-analyze article", ...(reason && { text: reason }), tone: "destructive" });
