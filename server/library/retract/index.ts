export { closeOvertakenEdits } from "../dedupe/open-decisions.ts";
export { forgetChatText } from "../retention/forget-chat-text.ts";
export { asksBeforeEdits } from "../review-queries.ts";
export { eraseModelAnswers, purgeOldModelAnswers, purgeOldTrials } from "./answer-queries.ts";
export { findSection, reinsertStatement } from "./cut-out.ts";
export { eraseAuthor } from "./erase-author.ts";
export {
  changeState,
  chooseFirstState,
  decideHeldArticles,
  explainPrivateChannelHold,
  holdChannel,
} from "./hold-back.ts";
export {
  claimRecheck,
  deleteRecheck,
  explainRecheck,
  findRecheck,
  postponeRecheck,
  type RecheckRow,
} from "./recheck-queries.ts";
export { retractMessages } from "./retract-messages.ts";
export { isTooLittleLeft, WITHDRAWN_TITLE, withdrawArticle } from "./withdraw-article.ts";
