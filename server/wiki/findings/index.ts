export { listConfirmations, mayReadWikiPage } from "./confirmation-queries.ts";
export { articleRequested, conversationOnPages, conversationsReopened } from "./events.ts";
export {
  closeFinding,
  hasWrittenArticle,
  listConversationsToWrite,
  listUndoableFindings,
  lockConversationsOfFinding,
  reopenFinding,
} from "./finding-decision-queries.ts";
export {
  countOpenFindings,
  eraseFindingsOf,
  findOpenFinding,
  forgetFindingsOf,
  listOpenFindings,
  type NewFinding,
  type OpenFinding,
  saveFindings,
  toFindingText,
  whereFindingExists,
} from "./finding-queries.ts";
export { listFindingSources } from "./finding-source-queries.ts";
export { findTellingPage, type TellingPage } from "./telling-page-queries.ts";
