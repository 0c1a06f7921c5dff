import type { QueryClient } from "@tanstack/react-query";
import type { BulkOutcome } from "../../shared/contract/article-actions.ts";
import { ApiError, call } from "./client.ts";

/**
 * Equal to the contract's MAX_BULK_ARTICLES. Importing that constant would load the contract's validator into the
 * browser.
 */
const MOST_AT_ONCE = 25;

export type BulkAction =
  | { kind: "reanalyze" }
  | { kind: "retry" }
  | { kind: "remove"; pages: "keep" | "remove" }
  | { kind: "restore" }
  | { kind: "delete" };

/**
 * Sends the articles in several requests and reports progress. If a request fails, each of its articles counts as
 * failed.
 */
export async function runInBulk(
  queryClient: QueryClient,
  action: BulkAction,
  articles: readonly { id: string; title: string }[],
  onProgress: (done: number) => void,
): Promise<BulkOutcome[]> {
  const results: BulkOutcome[] = [];
  for (let start = 0; start < articles.length; start += MOST_AT_ONCE) {
    onProgress(start);
    const part = articles.slice(start, start + MOST_AT_ONCE);
    const ids = part.map(({ id }) => id);
    try {
      const answered = (await ask(action, ids)).results;
      results.push(...answered.map((one) => ({ ...one, title: one.title || titleIn(part, one.id) })));
    } catch (error) {
      const message = error instanceof ApiError ? error.explanation : "The server did not answer.";
      results.push(...part.map(({ id, title }): BulkOutcome => ({ id, title, outcome: "failed", message })));
    }
  }
  await Promise.all(
    ["/api/articles", "/api/stats", "/api/logs"].map((path) => queryClient.invalidateQueries({ queryKey: [path] })),
  );
  return results;
}

const titleIn = (part: readonly { id: string; title: string }[], id: string) =>
  part.find((article) => article.id === id)?.title ?? "";

function ask(action: BulkAction, ids: string[]) {
  switch (action.kind) {
    case "reanalyze":
      return call("POST /api/articles/bulk/reanalyze", { body: { ids } });
    case "retry":
      return call("POST /api/articles/bulk/retry", { body: { ids } });
    case "restore":
      return call("POST /api/articles/bulk/restore", { body: { ids } });
    case "delete":
      return call("POST /api/articles/bulk/delete", { body: { ids } });
    case "remove":
      return call("POST /api/articles/bulk/remove", { body: { ids, pages: action.pages } });
  }
}

/** Used while the window closes: the browser sends the request even though nobody receives the response. */
export function removeOnPageClose(ids: readonly string[], pages: "keep" | "remove"): void {
  for (let start = 0; start < ids.length; start += MOST_AT_ONCE) {
    void fetch("/api/articles/bulk/remove", {
      method: "POST",
      keepalive: true,
      credentials: "include",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ids: ids.slice(start, start + MOST_AT_ONCE), pages }),
    });
  }
}

/** Loads the chosen articles as one Markdown document, or as a ZIP with one file per article. */
export async function fetchExportedArticles(ids: readonly string[], format: "zip" | "markdown"): Promise<Blob> {
  const response = await fetch("/api/articles/export", {
    method: "POST",
    credentials: "include",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ids, format }),
  });
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText);
  return response.blob();
}
