import { ApiError } from "../../api/client.ts";
import { useUndoWriting, useWriteExcerpts } from "../../api/excerpts.ts";
import { formatItems } from "../../lib/format.ts";
import { showToast } from "../../lib/toast-store.ts";

const sentenceOf = (error: unknown) => (error instanceof ApiError && error.said) || "Please try again.";

/** Rewrites articles of unchanged chat sentences with a language model, or restores the sentences. Shows the result. */
export function useExcerptWriting() {
  const writing = useWriteExcerpts();
  const undoing = useUndoWriting();
  const write = (ids?: string[]) =>
    writing.mutate(ids, {
      onError: (error) => showToast({ title: "Not started", text: sentenceOf(error), tone: "destructive" }),
      onSuccess: ({ count }) =>
        showToast({
          title: `${formatItems(count, "excerpt")} being written`,
          text: "You can leave this page. Each changes when it is done, and can be restored within a day.",
        }),
    });
  const undo = (runId: string) =>
    undoing.mutate(runId, {
      onError: (error) => showToast({ title: "Not undone", text: sentenceOf(error), tone: "destructive" }),
      onSuccess: ({ restored, left, message }) =>
        showToast({
          title: `${formatItems(restored, "excerpt")} restored`,
          ...(left > 0 && { text: `${formatItems(left, "article stays", "articles stay")} as written. ${message}` }),
        }),
    });
  return { write, undo, isStarting: writing.isPending, isUndoing: undoing.isPending };
}
