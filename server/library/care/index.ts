export { confirmArticle, confirmLockedArticle } from "./care-of-articles.ts";
export { findMemberByAuthor, restoreConfirmation, storeConfirmation, transferArticles } from "./care-queries.ts";
export { viewFreshness } from "./freshness-view.ts";
