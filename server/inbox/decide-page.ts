import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { notFound } from "../errors.ts";
import type { EventDeps } from "../library/index.ts";
import { markCommentsSeen } from "../publishing/comments/index.ts";
import { checkPageNow, findCopy, getPublication, retryPublication, setCopyState } from "../publishing/index.ts";
import {
  createChoiceNotOfferedError,
  type DecisionCase,
  type DecisionOutcome,
  recordInboxDecision,
} from "./decision-case.ts";

/** Decides items about an article's page: it was changed, removed, began as a copy, or has comments on removed words. */

export async function decidePageConflict(
  deps: EventDeps,
  scope: WorkspaceScope,
  given: DecisionCase,
): Promise<DecisionOutcome> {
  const { item, article, choice } = given;
  const page = await getPublication(scope, item.subject);
  const isRemoved = page.state === "removed";
  const request = { articleId: article.id, publicationId: page.id };
  const mark = [page.state, page.wantedVersion, ...(page.editedAt ? [page.editedAt.getTime()] : [])].join(" ");
  if (choice.choice === "keep-theirs" && !isRemoved) {
    const what = "A person left a page as somebody had changed it.";
    const undo = await recordInboxDecision(deps, scope, given, { before: { publicationId: page.id }, what, mark });
    return { message: "The page stays as it is until the article changes.", undo };
  }
  if (choice.choice === "replace" && !isRemoved) {
    await retryPublication(deps, scope, { ...request, choice: "replace" });
    return pageDecided(deps, scope, given, "The article's text takes the place of what was changed.");
  }
  const { choice: wanted } = choice;
  if (!isRemoved || (wanted !== "recreate" && wanted !== "leave" && wanted !== "forget"))
    throw createChoiceNotOfferedError();
  await retryPublication(deps, scope, { ...request, choice: wanted });
  const messages = {
    recreate: "A new page is created.",
    leave: "The page stays removed.",
    forget: "The article is not published there any more.",
  };
  return pageDecided(deps, scope, given, messages[wanted]);
}

/** The decision writes to the platform, so it cannot be undone here. */
async function pageDecided(
  deps: EventDeps,
  scope: WorkspaceScope,
  given: DecisionCase,
  message: string,
): Promise<DecisionOutcome> {
  await recordInboxDecision(deps, scope, given, {
    before: {},
    what: `A person decided about its page. ${message}`,
    mark: "done",
  });
  return { message, undo: null };
}

export async function decidePageCopy(
  deps: EventDeps,
  scope: WorkspaceScope,
  given: DecisionCase,
): Promise<DecisionOutcome> {
  const { item, choice } = given;
  const copy = await findCopy(scope, item.subject);
  if (!copy) throw notFound("item of the inbox");
  if (choice.choice === "keep") {
    await setCopyState(scope, copy.id, "kept");
    const what = "A person decided that a page which began as a copy stays.";
    return { message: "The page stays.", undo: await recordInboxDecision(deps, scope, given, { before: {}, what }) };
  }
  if (choice.choice !== "put-away") throw createChoiceNotOfferedError();
  await setCopyState(scope, copy.id, "to-put-away");
  const page = await getPublication(scope, copy.publicationId);
  if (page.state !== "in-flight") await checkPageNow(deps, scope, page);
  return pageDecided(deps, scope, given, `The page "${copy.title}" goes into the platform's trash.`);
}

export async function decideDetachedComments(
  deps: EventDeps,
  scope: WorkspaceScope,
  given: DecisionCase,
): Promise<DecisionOutcome> {
  const { item, choice } = given;
  if (choice.choice !== "seen") throw createChoiceNotOfferedError();
  const comments = await markCommentsSeen(scope, item.subject);
  const what = "A person has seen which comments on its page the article changed the words of.";
  return {
    message: "Marked as seen.",
    undo: await recordInboxDecision(deps, scope, given, { before: { comments }, what }),
  };
}
