import type { InboxKind } from "../../shared/domain/inbox.ts";
import { quoteTitle, recordActivity } from "../activity/index.ts";
import type { ReaderScope } from "../db/audience.ts";
import type { StateBeforeDecision } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { notFound } from "../errors.ts";
import { type ArticleRow } from "../library/articles/index.ts";
import { lockArticleRow, lockConversationsOfArticles } from "../library/edit/index.ts";
import { type EventDeps } from "../library/index.ts";
import { decideHeldArticles } from "../library/retract/index.ts";
import { removeUnpublished } from "../publishing/index.ts";
import { listHeldArticles } from "./article-queries.ts";
import { findChannelHoldStart } from "./channel-queries.ts";
import { decideNotCorrected } from "./corrected-sentences.ts";
import {
  decideDismissedArticle,
  decideFixRequest,
  decideReportedArticle,
  decideReviewDue,
} from "./decide-by-author.ts";
import { decideCutOut } from "./decide-cut-out.ts";
import { decideDetachedComments, decidePageConflict, decidePageCopy } from "./decide-page.ts";
import { decideConflict, decideLostSupport, decideProposal } from "./decide-statements.ts";
import {
  createChoiceNotOfferedError,
  type DecisionCase,
  type DecisionOutcome,
  type DecisionRequest,
  parseItemId,
  recordInboxDecision,
} from "./decision-case.ts";
import { setNote } from "./decision-queries.ts";
import { findOpenItem } from "./inbox-queries.ts";
import { decideUnreviewedArticle } from "./unreviewed-articles.ts";

/** Decides one item of the inbox. Throws 'not found' if it is no longer open. */
export async function decideItem(
  deps: EventDeps,
  scope: ReaderScope,
  itemId: string,
  choice: DecisionRequest,
  by: string,
): Promise<DecisionOutcome> {
  const item = await findOpenItem(scope, parseItemId(itemId));
  if (!item) throw notFound("item of the inbox");
  await lockConversationsOfArticles(scope, item.articleId);
  const article = await lockArticleRow(scope, item.articleId);
  // Somebody else may have decided it while this call waited for the lock.
  if (!article || !(await findOpenItem(scope, item))) throw notFound("item of the inbox");
  const decided = await DECIDE[item.kind](deps, scope, { item, article, choice, by });
  const note = choice.note?.trim();
  if (note) await keepNote(deps, scope, { article, note, by, decision: decided.undo?.id });
  await deps.events.notify(scope, { type: "inbox" });
  return decided;
}

interface Note {
  article: ArticleRow;
  note: string;
  by: string;
  /** Undefined for a decision that cannot be undone, whose note is only in the log. */
  decision: string | undefined;
}

/** Stores a person's note with the decision, and logs it for the article's readers. */
async function keepNote(deps: EventDeps, scope: WorkspaceScope, { article, note, by, decision }: Note): Promise<void> {
  const { id, title } = article;
  if (decision) await setNote(scope, decision, note);
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `${quoteTitle(title)}: Note on the decision: “${note}”`,
    data: { articleId: id, title },
    by,
  });
}

const DECIDE: Record<
  InboxKind,
  (deps: EventDeps, scope: WorkspaceScope, given: DecisionCase) => Promise<DecisionOutcome>
> = {
  conflict: decideConflict,
  proposal: decideProposal,
  "lost-support": decideLostSupport,
  "cut-out": decideCutOut,
  "page-conflict": decidePageConflict,
  "page-copy": decidePageCopy,
  "page-comments": decideDetachedComments,
  "first-article": decideUnreviewed,
  draft: decideUnreviewed,
  held: decideHeldArticle,
  "asked-to-fix": (deps, scope, given) => decideFixRequest(deps, scope, answered(given)),
  dismissed: (deps, scope, given) => decideDismissedArticle(deps, scope, answered(given)),
  reported: (deps, scope, given) => decideReportedArticle(deps, scope, answered(given)),
  "review-due": (deps, scope, given) => decideReviewDue(deps, scope, answered(given)),
};

async function decideUnreviewed(deps: EventDeps, scope: WorkspaceScope, given: DecisionCase): Promise<DecisionOutcome> {
  const { article, choice, by } = given;
  if (choice.choice === "remove") {
    await removeUnpublished(deps, scope, article, by);
    const before = { state: article.state, stateReason: article.stateReason };
    const what = "A person removed it. It is in the trash.";
    return { message: "It is in the trash.", undo: await recordInboxDecision(deps, scope, given, { before, what }) };
  }
  if (choice.choice === "not-corrected") return decideNotCorrected(deps, scope, given);
  if (choice.choice !== "approve" && choice.choice !== "decline") throw createChoiceNotOfferedError();
  const isApproved = choice.choice === "approve";
  const what = isApproved ? "A person read it and approved it." : "A person decided that it stays in the library.";
  const { sentences, title } = choice;
  const decision = { choice: choice.choice, sentences, title, what, by };
  const { trust, isHeld, undo } = await decideUnreviewedArticle(deps, scope, article, decision);
  const approved = isHeld ? HELD_ALL_THE_SAME : "It is published.";
  return { message: isApproved ? `${approved}${trust}` : "It stays in the library.", undo };
}

const HELD_ALL_THE_SAME =
  "It is approved, and held back: its channel is private. Who may read it is the next decision.";

const answered = ({ item, article, choice, by }: DecisionCase) => {
  return { itemId: `${item.kind}.${item.subject}`, subject: item.subject, article, choice: choice.choice, by };
};

async function decideHeldArticle(
  deps: EventDeps,
  scope: WorkspaceScope,
  given: DecisionCase,
): Promise<DecisionOutcome> {
  const { article, choice } = given;
  if (choice.choice !== "show" && choice.choice !== "library-only") throw createChoiceNotOfferedError();
  const heldSince = article.channelId ? await findChannelHoldStart(scope, article.channelId) : null;
  const wholeChannel = choice.wholeChannel === true;
  const others = wholeChannel && article.channelId ? await listHeldArticles(scope, article.channelId) : [article.id];
  await decideHeldArticles(deps, scope, { articleId: article.id, choice: choice.choice, wholeChannel });
  const before: StateBeforeDecision = {
    state: article.state,
    stateReason: article.stateReason,
    articles: others,
    ...(wholeChannel && { heldSince: heldSince?.toISOString() ?? null }),
  };
  const many = others.length === 1 ? "" : ` (${others.length} articles)`;
  const message = choice.choice === "show" ? `It may be read again${many}.` : `It stays in the library${many}.`;
  return { message, undo: await recordInboxDecision(deps, scope, given, { before, what: message }) };
}
