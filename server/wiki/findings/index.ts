export { listConfirmations, mayReadPageOf } from "./confirmation-queries.ts";
export { articleWanted, knowledgeLost } from "./events.ts";
export {
  closeFinding,
  hasOwnArticle,
  listUndoableFindings,
  listWanted,
  lockConversationsOfFinding,
  reopenFinding,
} from "./finding-decision-queries.ts";
export {
  countOpenFindings,
  eraseFindingsOf,
  findOpenFinding,
  forgetFindingsOf,
  hasFindings,
  listOpenFindings,
  type NewFinding,
  type OpenFinding,
  saveFindings,
  wordsOf,
} from "./finding-queries.ts";
export { listFindingSources } from "./finding-source-queries.ts";
export { listPageTitles } from "./nearby-page-queries.ts";
export { findNearbyPages, type NearbyPage } from "./nearby-pages.ts";
export { findParentOfNearest } from "./parent-of-nearest.ts";
