import { sql } from "drizzle-orm";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, notFound } from "../../errors.ts";
import { settleArticleStatus } from "./article-status.ts";
import { getPublication, lockArticle, updatePublication } from "./queries.ts";

export interface RetryRequest {
  articleId: string;
  publicationId: string;
  /**
   * `retry`: again as it is. `replace`: where a person and the article changed the same part, the article wins; everything
   * else they wrote stays. `recreate`: make the page again that a person removed.
   */
  choice: "retry" | "replace" | "recreate";
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
  if (row.state === "removed" && choice !== "recreate") {
    throw conflict("The page was removed on the platform. Choose to make it again.");
  }
  if (row.state !== "removed" && choice === "recreate") throw conflict("The page still exists on the platform.");
  await updatePublication(scope, row.id, {
    state: "queued",
    attempts: 0,
    nextAttemptAt: sql`now()`,
    trouble: null,
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
