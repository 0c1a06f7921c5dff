import type { ArticleStatus } from "../../shared/domain/facets.ts";
import type { ArticleState, PublicationState } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { BrowserEvents } from "../http/browser-events.ts";
import { getArticle, isAwaitingReview } from "../library/articles/index.ts";
import type { PublicationRow } from "./queries.ts";
import { listActivePublications, lockArticle, setArticleStatus } from "./status-queries.ts";

/** States of a page that is on its platform, or is about to be written to its platform. */
const SHOWN = new Set<PublicationState>(["queued", "in-flight", "published", "conflict"]);

/**
 * Sets the article's status from the article's state and its pages. 'published': the article is on every active
 * platform that accepts it, even if a person edited a page. 'failed': the article is on no platform, and the attempts
 * on one platform were given up. 'processing': some pages are still to be written. 'draft': the article is not approved
 * yet. 'held': a person has to decide who may read the article, or every platform has readers who may not read it.
 * 'library': the article goes to no platform, or people removed all its pages.
 */
export async function updateArticleStatus(
  scope: WorkspaceScope,
  events: BrowserEvents,
  articleId: string,
): Promise<void> {
  await lockArticle(scope, articleId);
  const article = await getArticle(scope, articleId);
  const status = statusOf(article.state, await listActivePublications(scope, articleId));
  if (await setArticleStatus(scope, articleId, status)) await events.notify(scope, { type: "article", id: articleId });
}

function statusOf(
  articleState: ArticleState,
  pages: Pick<PublicationRow, "state" | "publishedVersion" | "review">[],
): ArticleStatus {
  const isRefused = ({ review }: Pick<PublicationRow, "review">) => review?.state === "closed" && review.isNew;
  const isOut = pages.some((page) => page.publishedVersion !== null && SHOWN.has(page.state) && !isRefused(page));
  const isBroken = pages.some(({ state }) => state === "parked");
  if (isBroken && !(articleState === "stands" && isOut)) return "failed";
  if (isAwaitingReview(articleState)) return "draft";
  if (articleState === "held") return "held";
  if (articleState !== "stands") return "library";
  if (
    pages.some(
      ({ state, publishedVersion }) => publishedVersion === null && (state === "queued" || state === "in-flight"),
    )
  )
    return "processing";
  const isShown = pages.some((page) => SHOWN.has(page.state) && !isRefused(page));
  if (!isShown && pages.some(({ state }) => state === "held")) return "held";
  return pages.length > 0 && !isShown ? "library" : "published";
}
