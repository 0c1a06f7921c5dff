export { confirmArticle, confirmLocked } from "./care-of-articles.ts";
export { findMemberBehind, setCare, storeConfirmation, transferArticles } from "./care-queries.ts";
