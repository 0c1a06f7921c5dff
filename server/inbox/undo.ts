import { quoteTitle, recordActivity } from "../activity/index.ts";
import type { ReaderScope } from "../db/audience.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { conflict, notFound } from "../errors.ts";
import { type ArticleRow } from "../library/articles/index.ts";
import { restoreConfirmation } from "../library/care/index.ts";
import { restoreArticlesOfMerge, restoreArticlesOfSplit, withdrawSeparateArticle } from "../library/dedupe/index.ts";
import {
  insertUnchangedVersion,
  lockArticleRow,
  lockArticles,
  lockConversationsOfArticles,
  restoreContent,
  setState,
} from "../library/edit/index.ts";
import {
  articleChanged,
  type DecisionRow,
  type EventDeps,
  isDecisionKnown,
  lockUndoable,
  markUndone,
  requireReadableArticles,
  WRITTEN_BY_MODEL,
  withdrawReleases,
  wordsRetracted,
} from "../library/index.ts";
import { restoreExcerpt } from "../library/save/index.ts";
import { markCommentsUnseen } from "../publishing/comments/index.ts";
import { restoreArticle, setCopyState, undoPageImport } from "../publishing/index.ts";
import { reopenItem } from "./article-queries.ts";
import { restoreChannelHold, withdrawChannelApproval } from "./channel-queries.ts";
import { undoCutOut } from "./decide-cut-out.ts";
import { closeQuestion, scheduleDismissedArticleRemoval } from "./questions/question-queries.ts";
import { closeReport } from "./reports/report-queries.ts";
import { undoFindingDecision } from "./wiki-findings.ts";

/** Undoes a decision without overwriting later changes by others. */
export async function undoDecision(deps: EventDeps, scope: ReaderScope, id: string, by: string): Promise<void> {
  if (!(await isDecisionKnown(scope, id))) return undoFindingDecision(deps, scope, id, by);
  const decision = await lockUndoable(scope, id);
  if (!decision) throw conflict("This decision can no longer be undone.");
  await requireReadableArticles(scope, decision.articleId);
  await lockConversationsOfArticles(scope, decision.articleId);
  const article = await lockArticleRow(scope, decision.articleId);
  if (!article) throw notFound("decision");
  await undo(deps, scope, decision, article, by);
  await markUndone(scope, id);
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `${quoteTitle(article.title)}: A decision was undone.`,
    data: { articleId: article.id, title: article.title, choice: decision.choice },
    by,
  });
  await deps.events.notify(scope, { type: "inbox" });
}

async function undo(
  deps: EventDeps,
  scope: WorkspaceScope,
  decision: DecisionRow,
  article: ArticleRow,
  by: string,
): Promise<void> {
  const { before } = decision;
  const [kind] = decision.subject.split(".");
  switch (kind) {
    case "conflict":
    case "proposal":
      if (decision.choice === "own-article") await withdrawSeparateArticle(deps, scope, article, before);
      else await restoreContent(deps, scope, article, before);
      await reopenItem(scope, decision.subject.slice(kind.length + 1), article.id);
      // The pages show the contradiction again.
      await articleChanged.announce(deps, scope, { articleId: article.id });
      return deps.events.notify(scope, { type: "article", id: article.id });
    case "lost-support":
      return restoreContent(deps, scope, article, before);
    case "cut-out":
      return undoCutOut(deps, scope, article, decision);
    case "page-conflict":
      if (!before.publicationId) throw conflict("A page that was already updated is not changed back.");
      return;
    case "page-words":
      if (before.publicationId && before.page) await undoPageImport(scope, before.publicationId, before.page);
      return restoreContent(deps, scope, article, before);
    case "page-copy":
      if (decision.choice !== "keep") throw conflict("A page in the trash of its platform is restored there.");
      return setCopyState(scope, decision.subject.slice(kind.length + 1), "asked");
    case "page-comments":
      return markCommentsUnseen(scope, decision.subject.slice(kind.length + 1), before.comments ?? []);
    case "draft":
    case "first-article":
      return unreadAgain(deps, scope, decision, article, by);
    case "held":
      return heldAgain(deps, scope, article, before);
    case "asked-to-fix":
      await closeQuestion(scope, decision.subject.slice(kind.length + 1), null);
      return decision.choice === "keep" ? undefined : waitAgain(deps, scope, [article.id], before);
    case "reported":
      await closeReport(scope, decision.subject.slice(kind.length + 1), null);
      return decision.choice === "keep" ? undefined : waitAgain(deps, scope, [article.id], before);
    case "dismissed":
      await scheduleDismissedArticleRemoval(scope, article.id, "later");
      return waitAgain(deps, scope, [article.id], before);
    case "review-due":
      if (before.care) return takeConfirmationBack(deps, scope, article, decision, before.care);
      return waitAgain(deps, scope, [article.id], before);
    case "merge":
      return restoreArticlesOfMerge(deps, scope, article, before);
    case WRITTEN_BY_MODEL:
      return restoreExcerpt(deps, scope, article, before);
    case "split":
      return restoreArticlesOfSplit(deps, scope, article, before);
    default:
      throw conflict("This decision cannot be undone.");
  }
}

async function heldAgain(deps: EventDeps, scope: WorkspaceScope, article: ArticleRow, before: DecisionRow["before"]) {
  const ids = before.articles ?? [article.id];
  if (before.heldSince && article.channelId)
    await restoreChannelHold(scope, article.channelId, new Date(before.heldSince));
  await withdrawReleases(scope, ids, before.heldSince ? article.channelId : null);
  return waitAgain(deps, scope, ids, before);
}

async function unreadAgain(
  deps: EventDeps,
  scope: WorkspaceScope,
  { subject, choice, before, decidedAt }: DecisionRow,
  article: ArticleRow,
  by: string,
): Promise<void> {
  const { id, channelId, confirmedAt } = article;
  if (choice === "remove") return restoreArticle(deps, scope, id, by);
  if (before.care) requireSameConfirmation(confirmedAt, decidedAt);
  if (subject.startsWith("first-article.") && channelId && choice === "approve")
    await withdrawChannelApproval(scope, channelId);
  await restoreContent(deps, scope, article, before);
  if (before.care) await restoreConfirmation(scope, id, datesOf(before.care));
  return waitAgain(deps, scope, [id], before);
}

const datesOf = ({ confirmedAt, confirmedBy, reviewAt }: Care) => ({
  confirmedAt: dateOf(confirmedAt),
  confirmedBy,
  reviewAt: dateOf(reviewAt),
});
const dateOf = (moment: string | null) => (moment === null ? null : new Date(moment));
type Care = NonNullable<DecisionRow["before"]["care"]>;

/** Both times are the transaction's, so they differ if somebody confirmed the article again. */
function requireSameConfirmation(confirmedAt: Date | null, decidedAt: Date): void {
  if (confirmedAt?.getTime() !== decidedAt.getTime())
    throw conflict("The article was verified again since. That verification stays.");
}

async function takeConfirmationBack(
  deps: EventDeps,
  scope: WorkspaceScope,
  article: ArticleRow,
  { decidedAt }: DecisionRow,
  care: Care,
): Promise<void> {
  requireSameConfirmation(article.confirmedAt, decidedAt);
  const articleId = article.id;
  await restoreConfirmation(scope, articleId, datesOf(care));
  await articleChanged.announce(deps, scope, { articleId });
  await deps.events.notify(scope, { type: "article", id: articleId });
}

async function waitAgain(
  deps: EventDeps,
  scope: WorkspaceScope,
  articleIds: string[],
  { state = "held", stateReason = null }: { state?: ArticleRow["state"]; stateReason?: string | null },
): Promise<void> {
  for (const id of await lockArticles(scope, articleIds)) {
    await setState(scope, id, { state, stateReason });
    await insertUnchangedVersion(scope, id, "A decision was undone.");
    await wordsRetracted.announce(null, scope, { articleId: id });
    await articleChanged.announce(deps, scope, { articleId: id });
    await deps.events.notify(scope, { type: "article", id });
  }
}
