import { quoteTitle, recordActivity } from "../../activity/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid, notFound } from "../../errors.ts";
import { lockArticleRow } from "../articles/article-queries.ts";
import { type ArticleRow, getArticle } from "../articles/queries.ts";
import { recordDecision, type UndoableDecision } from "../decisions.ts";
import { findPeopleNames } from "../edit/people-queries.ts";
import { articleChanged, type EventDeps } from "../events.ts";
import { setOwner, storeConfirmation } from "./care-queries.ts";

type AnnounceDeps = Pick<Deps, "events">;

/** Records that a person verified the current text of the article. */
export async function confirmArticle(
  deps: EventDeps,
  scope: WorkspaceScope,
  articleId: string,
  by: string,
): Promise<UndoableDecision> {
  const article = await lockArticleRow(scope, articleId);
  if (!article) throw notFound("article");
  if (article.state !== "stands" && article.state !== "library-only")
    throw conflict("This article is not active at the moment: there is nothing to confirm.");
  return confirmLockedArticle(deps, scope, article, by);
}

/**
 * Stores that a person verified an article that the caller has locked. The article's pages show that too, and an undo
 * restores the earlier verification.
 */
export async function confirmLockedArticle(
  deps: EventDeps,
  scope: WorkspaceScope,
  { id, title, state, stateReason, confirmedAt, confirmedBy, reviewAt }: ArticleRow,
  by: string,
): Promise<UndoableDecision> {
  await storeConfirmation(scope, id, by);
  await articleChanged.announce(deps, scope, { articleId: id });
  await deps.events.notify(scope, { type: "article", id });
  const care = {
    confirmedAt: confirmedAt?.toISOString() ?? null,
    confirmedBy,
    reviewAt: reviewAt?.toISOString() ?? null,
  };
  return recordDecision(deps, scope, {
    subject: `review-due.${id}`,
    articleId: id,
    title,
    choice: "keep",
    before: { state, stateReason, care },
    by,
    what: "A person confirmed that it is still right.",
  });
}

/** Sets the article's owner, who reviews the article from now on. */
export async function changeOwner(
  { events }: AnnounceDeps,
  scope: WorkspaceScope,
  { articleId, ownerId, by }: { articleId: string; ownerId: string; by: string },
): Promise<void> {
  const { title } = await getArticle(scope, articleId);
  if (!(await setOwner(scope, articleId, ownerId)))
    throw invalid("This person is not in the workspace or may not read the article. Choose somebody else.");
  const name = (await findPeopleNames(scope, [ownerId])).get(ownerId) ?? "Somebody";
  await recordActivity(scope, events, {
    type: "change",
    message: `${quoteTitle(title)}: ${name} is the owner now.`,
    data: { articleId, title },
    by,
  });
  await events.notify(scope, { type: "article", id: articleId });
}
