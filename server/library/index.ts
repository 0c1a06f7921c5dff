export { lockArticleRow, lockArticles, saveContent, setState } from "./articles/article-queries.ts";
export { withDoubt } from "./articles/content-text.ts";
export { judgeConversationAgain, lockConversationsOf } from "./articles/conversation-queries.ts";
export { listWritableExcerpts } from "./articles/excerpt-queries.ts";
export { listSourceMessages, type SourceMessage } from "./articles/message-queries.ts";
export { listPublications, listPublicationsById } from "./articles/publication-queries.ts";
export {
  type ArticleRow,
  getArticle,
  getArticleCard,
  isUnread,
  listArticles,
  listArticlesById,
  listArticlesOfAll,
  listKnownTags,
  listReadableArticles,
} from "./articles/queries.ts";
export { articleRoutes } from "./articles/routes.ts";
export { searchArticles } from "./articles/search.ts";
export { channelNameOf, permalinkOf } from "./articles/source-place.ts";
export { listSources, listSourceTexts, saveSourceText } from "./articles/source-queries.ts";
export { versionChanges } from "./articles/version-changes.ts";
export { findVersion, insertVersion } from "./articles/version-queries.ts";
export { articleView, markdownOf } from "./articles/views.ts";
export { listChannelsOfArticle, requireReadable } from "./audience-queries.ts";
export { confirmArticle } from "./care/care-of-articles.ts";
export { confirm, findMemberBehind, handOnArticles, setCare } from "./care/care-queries.ts";
export {
  type DecisionRow,
  findUndoableRun,
  isDecisionKnown,
  listDecisionsOfRun,
  lockUndoable,
  markUndone,
  WRITTEN_UP,
} from "./decision-queries.ts";
export { recordDecision, type UndoableDecision } from "./decisions.ts";
export { acceptProposal, proposedChanges } from "./dedupe/accept-proposal.ts";
export { listContradictions, withContradictions } from "./dedupe/contradictions.ts";
export { findNearby, type NearbyArticle, nearbyOf } from "./dedupe/find-nearby.ts";
export { forgetContradictionsOf } from "./dedupe/forget-channel.ts";
export { findItem, type ItemRow, listItemsById, subjectOf, updateItem } from "./dedupe/item-queries.ts";
export { knowledgeOf, mapStatements, offeredOf } from "./dedupe/knowledge-text.ts";
export { findRedirectOnTarget } from "./dedupe/merged-queries.ts";
export { proposalAsArticle, takeOwnArticleBack } from "./dedupe/proposal-as-article.ts";
export { sayingView } from "./dedupe/quote-view.ts";
export { canonicalRoutes } from "./dedupe/routes.ts";
export { settleSplitUndone } from "./dedupe/split-article.ts";
export { settleMergeUndone } from "./dedupe/undo-merge.ts";
export { withdrawSupport } from "./dedupe/withdraw-support.ts";
export { changeContent, insertUnchangedVersion, restoreContent } from "./edit/change-content.ts";
export { editArticle, saveEdit } from "./edit/edit-article.ts";
export { handView, withHandNotes } from "./edit/hand-notes.ts";
export { namesOfPeople } from "./edit/people-queries.ts";
export { editingRoutes } from "./edit/routes.ts";
export { editionOf, keysOf } from "./edit/statement-keys.ts";
export { articleChanged, articleCreated, articleEdited, type EventDeps, wordsRetracted } from "./events.ts";
export { guardArticles } from "./guard-articles.ts";
export { forgetChatText } from "./retention/forget-chat-text.ts";
export { retentionRoutes } from "./retention/routes.ts";
export { eraseAnswers, purgeOldAnswers, purgeOldTrials } from "./retract/answer-queries.ts";
export { eraseAuthor } from "./retract/erase-author.ts";
export { followMessages } from "./retract/follow-messages.ts";
export { changeState, decideHeld, heldReason, holdChannel, stateIn } from "./retract/hold-back.ts";
export {
  claimRecheck,
  findRecheck,
  postponeRecheck,
  type RecheckRow,
  reasonOf,
  takeRecheck,
} from "./retract/recheck-queries.ts";
export { isTooLittleLeft, WITHDRAWN_TITLE, withdrawArticle } from "./retract/withdraw-article.ts";
export { holdChannelNoMore, readReviewSettings, takeReleasesBack } from "./review-queries.ts";
export { saveReviewSettings } from "./review-settings.ts";
export { ConversationChanged, KnowledgeChanged } from "./save/lock-messages.ts";
export { replaceExcerpt, restoreExcerpt } from "./save/replace-excerpt.ts";
export { saveArticle } from "./save/save-article.ts";
export { type OnPages, saveOnPages } from "./save/save-on-pages.ts";
export { isTouched, isUntouchedExcerpt, type MatterWriting, saveWritten } from "./save/save-written.ts";
export { answererOf, type Saved, type Writing } from "./save/written-content.ts";
export {
  deleteFromTrash,
  listExpiredTrash,
  listIdsInTrash,
  listTrash,
  putIntoTrash,
  takeFromTrash,
  trashEnds,
} from "./trash/trash-queries.ts";
export { listExampleArticles } from "./writing-help-queries.ts";
export { matterOf, readWritingInput } from "./writing-input.ts";
