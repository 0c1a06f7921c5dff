export { forgetChatText } from "../retention/forget-chat-text.ts";
export { eraseAnswers, purgeOldAnswers, purgeOldTrials } from "./answer-queries.ts";
export { eraseAuthor } from "./erase-author.ts";
export { followMessages } from "./follow-messages.ts";
export { changeState, decideHeld, heldReason, holdChannel, stateIn } from "./hold-back.ts";
export {
  claimRecheck,
  findRecheck,
  postponeRecheck,
  type RecheckRow,
  reasonOf,
  takeRecheck,
} from "./recheck-queries.ts";
export { isTooLittleLeft, WITHDRAWN_TITLE, withdrawArticle } from "./withdraw-article.ts";
