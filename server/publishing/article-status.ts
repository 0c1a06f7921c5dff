import type { ArticleStatus } from "../../shared/domain/facets.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { LiveEvents } from "../http/live-events.ts";
import { getArticle, isUnread } from "../library/index.ts";
import { listActivePublications, lockArticle, setArticleStatus } from "./queries.ts";

/**
 * Published once it stands in the library and on every active platform, failed when a platform gave up on it, processing
 * in between, and while somebody is to read it first. A page that a person changed or removed does not unpublish the article.
 */
export async function settleArticleStatus(scope: WorkspaceScope, events: LiveEvents, articleId: string): Promise<void> {
  await lockArticle(scope, articleId);
  const { standing } = await getArticle(scope, articleId);
  const pages = await listActivePublications(scope, articleId);
  const waiting = pages.some(
    ({ state, publishedVersion }) => publishedVersion === null && (state === "queued" || state === "in-flight"),
  );
  const status: ArticleStatus = pages.some(({ state }) => state === "parked")
    ? "failed"
    : waiting || isUnread(standing)
      ? "processing"
      : "published";
  if (await setArticleStatus(scope, articleId, status)) await events.notify(scope, { type: "article", id: articleId });
}
