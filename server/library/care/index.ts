export { confirmArticle, confirmLocked } from "./care-of-articles.ts";
export { confirm, findMemberBehind, handOnArticles, setCare } from "./care-queries.ts";
