import { sql } from "drizzle-orm";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { conflict, notFound } from "../errors.ts";
import { settleArticleStatus } from "./article-status.ts";
import { getPublication, lockArticle, type PublicationRow, updatePublication } from "./queries.ts";

export interface RetryRequest {
  articleId: string;
  publicationId: string;
  /**
   * `retry`: again as it is. `replace`: where a person and the article changed the same part, the article wins; everything
   * else they wrote stays. `recreate`: make the page again that a person removed. `leave`: it stays removed, and is followed
   * again when somebody restores it. `forget`: the platform never gets the article again.
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
  const isGone = row.state === "removed" || row.state === "forgotten";
  if (choice === "leave" || choice === "forget") return accept(deps, scope, row, choice);
  if (isGone && choice !== "recreate") {
    throw conflict("The page was removed on the platform. Choose to make it again.");
  }
  if (!isGone && choice === "recreate") throw conflict("The page still exists on the platform.");
  await updatePublication(scope, row.id, {
    state: "queued",
    attempts: 0,
    nextAttemptAt: sql`now()`,
    trouble: null,
    notice: null,
    replaceConflicts: choice === "replace",
    ...(choice === "recreate" && {
      externalId: null,
      url: null,
      publishedVersion: null,
      publishedBlocks: null,
      publishedTitle: null,
      pendingBlocks: null,
      echoedKeys: {},
    }),
  });
  await deps.queue.enqueue(scope, { queue: "publish", workspaceId: scope.workspaceId, publicationId: row.id });
  await deps.events.notify(scope, { type: "publication", articleId, id: row.id });
  await settleArticleStatus(scope, deps.events, articleId);
}

const STAYS_REMOVED = "It stays removed. When somebody restores the page on the platform, it is kept up to date again.";
const FORGOTTEN = "This article is no longer published here.";

/** A person is content with the page as it is: nothing is written. */
async function accept(
  deps: Pick<Deps, "queue" | "events">,
  scope: WorkspaceScope,
  row: PublicationRow,
  choice: "leave" | "forget",
): Promise<void> {
  if (row.state !== "removed") throw conflict("The page still exists on the platform.");
  await updatePublication(scope, row.id, {
    trouble: null,
    ...(choice === "leave" ? { notice: STAYS_REMOVED } : { state: "forgotten" as const, notice: FORGOTTEN }),
  });
  await deps.events.notify(scope, { type: "publication", articleId: row.articleId, id: row.id });
  await settleArticleStatus(scope, deps.events, row.articleId);
}
