export { lockArticleRow, lockArticles, saveContent, setState } from "../articles/article-queries.ts";
export { lockConversationsOfArticles, requeueIfUnlocked } from "../articles/conversation-queries.ts";
export { compareVersions, compareWording } from "../articles/version-changes.ts";
export { findVersion, insertVersion } from "../articles/version-queries.ts";
export { changeContent, insertUnchangedVersion, restoreContent } from "./change-content.ts";
export { editArticle, saveEdit } from "./edit-article.ts";
export { addHandNotes, viewHand } from "./hand-notes.ts";
export { findPeopleNames } from "./people-queries.ts";
export { computeEdition, computeStatementKeys } from "./statement-keys.ts";
