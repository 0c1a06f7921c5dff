export { acceptProposal, listProposedChanges } from "./accept-proposal.ts";
export { findCandidates } from "./candidate-queries.ts";
export { listContradictions, markContradictions } from "./contradictions.ts";
export { findNearby, type NearbyArticle, toNearby } from "./find-nearby.ts";
export { forgetContradictionsOfChannel } from "./forget-channel.ts";
export {
  findInboxItem,
  getConflictKey,
  type InboxItemDetails,
  type InboxItemRow,
  listItemsById,
  updateInboxItem,
} from "./item-queries.ts";
export { mapStatements, pickTextWithoutConflicts, toKnowledgeText } from "./knowledge-text.ts";
export { findRedirectOnTarget } from "./merged-queries.ts";
export { createArticleFromProposal, withdrawSeparateArticle } from "./proposal-as-article.ts";
export { viewQuote } from "./quote-view.ts";
export { restoreArticlesOfSplit } from "./split-article.ts";
export { restoreArticlesOfMerge } from "./undo-merge.ts";
export { removeConfirmingConversation } from "./withdraw-support.ts";
