import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { conflict, notFound } from "../errors.ts";
import { updateArticleStatus } from "./article-status.ts";
import { DATABASE_NOW } from "./claim-queries.ts";
import { getPublication, type PublicationChange, type PublicationRow, updatePublication } from "./queries.ts";
import { lockArticle } from "./status-queries.ts";

export interface RetryRequest {
  articleId: string;
  publicationId: string;
  /**
   * `retry`: tries the same again. `replace`: the article's text replaces the page's text in parts that both changed;
   * other edits stay. The other choices are for a removed page. `recreate` creates the page again. `leave` leaves the
   * page removed, and updates it if somebody restores it. `forget` never publishes the article on this platform again.
   * After any choice, a worker first reads the page, and updates the page if it exists.
   */
  choice: "retry" | "replace" | "recreate" | "leave" | "forget";
}

export async function retryPublication(
  deps: Pick<Deps, "queue" | "events">,
  scope: WorkspaceScope,
  { articleId, publicationId, choice }: RetryRequest,
): Promise<void> {
  await lockArticle(scope, articleId);
  const row = await getPublication(scope, publicationId);
  if (row.articleId !== articleId) throw notFound("publication");
  if (row.state === "in-flight") throw conflict("This page is being written right now.");
  if (row.state === "held") throw conflict(row.notice ?? "This article is held back from there.");
  const isGone = row.state === "removed" || row.state === "forgotten";
  if (isGone ? choice === "replace" : choice === "recreate" || choice === "leave" || choice === "forget")
    throw conflict(isGone ? "The page was removed on the platform." : "The page still exists on the platform.");
  if (row.state === "forgotten" && choice !== "recreate")
    throw conflict("This article is not published there any more. Choose to make it again.");
  await checkPageNow(deps, scope, row, {
    replaceConflicts: choice === "replace",
    // A person who keeps the page unchanged has checked the text that was kept on it.
    ...(choice === "retry" && { keptBlocks: null }),
    ifGone: row.review?.state === "closed" ? "recreate" : choice === "retry" || choice === "replace" ? null : choice,
    trouble: null,
    notice: null,
  });
}

/**
 * Makes a worker read the page now. A person's earlier choice for a removed page stays, unless `change` has another.
 */
export async function checkPageNow(
  deps: Pick<Deps, "queue" | "events">,
  scope: WorkspaceScope,
  row: PublicationRow,
  change: PublicationChange = {},
): Promise<void> {
  const { articleId } = row;
  const chosen = row.state === "forgotten" ? "forget" : row.state === "removed" && row.notice ? "leave" : row.ifGone;
  await updatePublication(scope, row.id, {
    state: "queued",
    attempts: 0,
    nextAttemptAt: DATABASE_NOW,
    ifGone: chosen,
    ...change,
  });
  await deps.queue.enqueue(scope, { queue: "publish", workspaceId: scope.workspaceId, publicationId: row.id });
  await deps.events.notify(scope, { type: "publication", articleId, id: row.id });
  await updateArticleStatus(scope, deps.events, articleId);
}
