import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { type ArticleRow } from "../library/articles/index.ts";
import { storeConfirmation } from "../library/care/index.ts";
import { type EventDeps, readReviewSettings, recordDecision, type UndoableDecision } from "../library/index.ts";
import { changeState, chooseFirstState } from "../library/retract/index.ts";
import { addChannelApproval } from "./channel-queries.ts";
import { changeApprovedSentences } from "./corrected-sentences.ts";
import type { DecisionRequest } from "./decision-case.ts";

export interface UnreviewedArticleDecision {
  choice: "approve" | "decline";
  /** Corrected sentences that stay, and those that are left out. */
  sentences?: DecisionRequest["sentences"];
  /** A better title that the person gives it. */
  title?: DecisionRequest["title"];
  /** The decision as a sentence for the history. */
  what: string;
  /** Null if the answer's author decided in the chat. */
  by: string | null;
}

/**
 * Publishes an article that waits for review, or leaves it in the library; it is locked. Approving a channel's first articles
 * counts towards its trust; approving a draft does not. A review does not decide about the audience: if its channel became
 * private meanwhile, an approved article is held.
 */
export async function decideUnreviewedArticle(
  deps: EventDeps,
  scope: WorkspaceScope,
  article: ArticleRow,
  { choice, what, by, sentences, title }: UnreviewedArticleDecision,
): Promise<{ trust: string; isHeld: boolean; undo: UndoableDecision }> {
  const isApproved = choice === "approve";
  const next = isApproved ? await approvedState(scope, article) : KEPT;
  await changeState(deps, scope, article.id, { ...next, reason: what, by });
  const corrected = isApproved ? await changeApprovedSentences(deps, scope, article, { title, sentences, by }) : {};
  // An approval verifies the article, because the person has read it.
  if (isApproved && by) await storeConfirmation(scope, article.id, by);
  const isFirst = article.state === "review";
  const isTrusted = isApproved && isFirst && article.channelId ? await countApproval(scope, article.channelId) : false;
  const trust = isTrusted ? ` #${article.channelName} is trusted from now on.` : "";
  const undo = await recordDecision(deps, scope, {
    subject: `${isFirst ? "first-article" : "draft"}.${article.id}`,
    articleId: article.id,
    title: article.title,
    choice,
    before: {
      state: article.state,
      stateReason: article.stateReason,
      ...(isApproved && by && { care: careOf(article) }),
      ...corrected,
    },
    by,
    what: what + trust,
  });
  return { trust, isHeld: next.state === "held", undo };
}

const careOf = ({ confirmedAt, confirmedBy, reviewAt }: ArticleRow) => ({
  confirmedAt: confirmedAt?.toISOString() ?? null,
  confirmedBy,
  reviewAt: reviewAt?.toISOString() ?? null,
});

const KEPT = {
  state: "library-only" as const,
  stateReason: "Somebody decided that this article stays in the library.",
};

/** An article that was already released from its private channel is shown again. */
function approvedState(scope: WorkspaceScope, { channelId, releasedChannels }: ArticleRow) {
  if (channelId && !releasedChannels.includes(channelId)) return chooseFirstState(scope, channelId);
  return { state: "stands" as const, stateReason: null };
}

/** Returns true if this makes the channel trusted. */
async function countApproval(scope: WorkspaceScope, channelId: string): Promise<boolean> {
  const { approvalsToTrust } = await readReviewSettings(scope);
  return (await addChannelApproval(scope, channelId, approvalsToTrust)) === approvalsToTrust;
}
