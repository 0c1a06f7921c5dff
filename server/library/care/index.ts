export { confirmArticle, confirmLocked } from "./care-of-articles.ts";
export { findMemberBehind, restoreConfirmation, storeConfirmation, transferArticles } from "./care-queries.ts";
