import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { invalid } from "../errors.ts";
import { type ArticleRow } from "../library/articles/index.ts";
import { confirmLockedArticle } from "../library/care/index.ts";
import { type EventDeps, recordDecision } from "../library/index.ts";
import { changeState, chooseFirstState } from "../library/retract/index.ts";
import type { DecisionOutcome } from "./decision-case.ts";
import { closeQuestion, scheduleDismissedArticleRemoval } from "./questions/question-queries.ts";
import { closeReport } from "./reports/report-queries.ts";

interface AuthorDecision {
  /** The item's id and the row it is about. */
  itemId: string;
  subject: string;
  /** The locked article. */
  article: ArticleRow;
  choice: string;
  by: string;
}

/** Decides about an article that the answer's author called no knowledge: it stays, or is removed now. */
export async function decideDismissedArticle(
  deps: EventDeps,
  scope: WorkspaceScope,
  given: AuthorDecision,
): Promise<DecisionOutcome> {
  const { article, choice } = given;
  if (choice === "remove") {
    await scheduleDismissedArticleRemoval(scope, article.id, "now");
    return { message: "The article is removed, with its pages.", undo: null };
  }
  if (choice !== "keep") throw invalid("This choice is not available here.");
  const stands = { state: "stands" as const, stateReason: null };
  const reason = "A person kept it.";
  const kept = article.channelId ? await chooseFirstState(scope, article.channelId) : stands;
  await changeState(deps, scope, article.id, { ...kept, reason });
  return { message: "The article is kept.", undo: await record(deps, scope, given, reason) };
}

/** Decides about an article that the answer's author asked to fix. */
export async function decideFixRequest(
  deps: EventDeps,
  scope: WorkspaceScope,
  given: AuthorDecision,
): Promise<DecisionOutcome> {
  const decided = await decideDoubted(deps, scope, given);
  await closeQuestion(scope, given.subject, new Date());
  return decided;
}

/** Decides about an article that was reported. */
export async function decideReportedArticle(
  deps: EventDeps,
  scope: WorkspaceScope,
  given: AuthorDecision,
): Promise<DecisionOutcome> {
  const decided = await decideDoubted(deps, scope, given);
  await closeReport(scope, given.subject, new Date());
  return decided;
}

/** The article was fixed, is right, or stays in the library only. */
async function decideDoubted(deps: EventDeps, scope: WorkspaceScope, given: AuthorDecision): Promise<DecisionOutcome> {
  const { article, choice } = given;
  if (choice !== "keep" && choice !== "library-only") throw invalid("This choice is not available here.");
  const isKept = choice === "keep";
  const what = isKept ? "A person decided that it is right now." : "A person decided that it stays in the library.";
  if (!isKept) {
    const stateReason = "Somebody decided that this article stays in the library.";
    await changeState(deps, scope, article.id, { state: "library-only", stateReason, reason: what });
  }
  return {
    message: isKept ? "The article stays as it is now." : "It stays in the library.",
    undo: await record(deps, scope, given, what),
  };
}

/** Decides a due review: the article is still right, or stays in the library only. */
export async function decideReviewDue(
  deps: EventDeps,
  scope: WorkspaceScope,
  given: AuthorDecision,
): Promise<DecisionOutcome> {
  const { article, choice, by } = given;
  if (choice !== "keep" && choice !== "library-only") throw invalid("This choice is not available here.");
  if (choice === "keep")
    return { message: "The article is confirmed.", undo: await confirmLockedArticle(deps, scope, article, by) };
  const what = "A person decided that it stays in the library.";
  const stateReason = "Somebody decided that this article stays in the library.";
  await changeState(deps, scope, article.id, { state: "library-only", stateReason, reason: what });
  await deps.events.notify(scope, { type: "article", id: article.id });
  return { message: "It stays in the library.", undo: await record(deps, scope, given, what) };
}

const record = (
  deps: EventDeps,
  scope: WorkspaceScope,
  { itemId, article, choice, by }: AuthorDecision,
  what: string,
) =>
  recordDecision(deps, scope, {
    subject: itemId,
    articleId: article.id,
    title: article.title,
    choice,
    before: { state: article.state, stateReason: article.stateReason },
    by,
    what,
  });
