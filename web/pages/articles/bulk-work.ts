import type { QueryClient } from "@tanstack/react-query";
import type { BulkOutcome } from "../../../shared/contract/article-actions.ts";
import type { Article } from "../../../shared/contract/articles.ts";
import { type BulkAction, removeOnPageClose, runInBulk } from "../../api/bulk-articles.ts";
import { formatItems } from "../../lib/format.ts";
import { getCurrentToast, showToast, subscribeToToasts } from "../../lib/toast-store.ts";
import { changeBulkState, getHiddenArticles } from "./bulk-state.ts";

const WORDS = {
  reanalyze: { doing: "Re-analyzing", done: "re-analyzed" },
  retry: { doing: "Trying again", done: "on their way again" },
  remove: { doing: "Removing", done: "removed" },
  restore: { doing: "Restoring", done: "restored" },
  delete: { doing: "Deleting", done: "deleted for good" },
};

type NamedArticle = Pick<Article, "id" | "title">;

let lastWork: Promise<void> = Promise.resolve();

/** Runs one action after the other. */
export function runBulkWork(
  queryClient: QueryClient,
  action: BulkAction,
  articles: readonly NamedArticle[],
): Promise<void> {
  lastWork = lastWork.then(() => work(queryClient, action, articles));
  return lastWork;
}

async function work(queryClient: QueryClient, action: BulkAction, articles: readonly NamedArticle[]): Promise<void> {
  const total = articles.length;
  const { doing, done } = WORDS[action.kind];
  const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", askFirst);
  changeBulkState({ work: { doing, done: 0, total }, report: null });
  const results = await runInBulk(queryClient, action, articles, (count) =>
    changeBulkState({ work: { doing, done: count, total } }),
  );
  window.removeEventListener("beforeunload", askFirst);
  const of = (outcome: BulkOutcome["outcome"]) => results.filter((one) => one.outcome === outcome);
  const failed = of("failed");
  const title = formatBulkSummary(total, of("done").length, done, {
    failed: failed.length,
    "had nothing to retry": of("nothing").length,
    "still going on": of("going-on").length,
  });
  changeBulkState({ work: null, report: failed.length > 0 ? { title, failed } : null });
  if (failed.length === 0 && action.kind !== "remove") showToast({ title });
}

/** Describes the result: '20 re-analyzed', '18 of 20 re-analyzed; 2 failed'. */
export function formatBulkSummary(total: number, done: number, word: string, others: Record<string, number>): string {
  const rest = Object.entries(others)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`);
  return [`${done === total ? done : `${done} of ${total}`} ${word}`, ...rest].join("; ");
}

/** Hides the articles at once. Sends the request when the removal can no longer be undone. */
export function removeWithUndo(
  queryClient: QueryClient,
  articles: readonly NamedArticle[],
  pages: "keep" | "remove",
): void {
  const ids = articles.map(({ id }) => id);
  const [first] = articles;
  let isOpen = true;
  const show = () => changeBulkState({ hidden: new Set([...getHiddenArticles()].filter((id) => !ids.includes(id))) });
  const close = () => {
    const was = isOpen;
    isOpen = false;
    stopListening();
    window.removeEventListener("pagehide", leave);
    return was;
  };
  const undo = () => void (close() && show());
  const leave = () => void (close() && removeOnPageClose(ids, pages));
  const goOn = async () => {
    if (!close()) return;
    await runBulkWork(queryClient, { kind: "remove", pages }, articles);
    show();
  };
  changeBulkState({ hidden: new Set([...getHiddenArticles(), ...ids]) });
  showToast({
    title: articles.length === 1 && first ? "Article removed" : `${formatItems(articles.length, "article")} removed`,
    ...(articles.length === 1 && first && { text: first.title }),
    action: { label: "Undo", run: undo },
  });
  const toast = getCurrentToast()?.id;
  const stopListening = subscribeToToasts(() => {
    // Undo closes the toast too, and the undo's handler must run first.
    if (getCurrentToast()?.id !== toast) queueMicrotask(() => void goOn());
  });
  window.addEventListener("pagehide", leave);
}
