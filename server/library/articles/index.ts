export { appendDoubtsToStatements } from "./content-text.ts";
export { listWritableExcerpts } from "./excerpt-queries.ts";
export { listSourceMessages, type SourceMessage } from "./message-queries.ts";
export { listPublications, listPublicationsById } from "./publication-queries.ts";
export {
  type ArticleRow,
  getArticle,
  getArticleCard,
  isAwaitingReview,
  listArticles,
  listArticlesById,
  listArticlesOfWorkspace,
  listReadableArticles,
  listTagsForEverybody,
} from "./queries.ts";
export { searchArticles } from "./search.ts";
export { buildPermalink, findEditedSource, getChannelName } from "./source-location.ts";
export { forgetFormerTexts, listSourceEdits, listSources, type SourceEdit } from "./source-queries.ts";
export { renderMarkdown, viewArticle } from "./views.ts";
