export { articleWanted, knowledgeLost } from "./findings/events.ts";
export {
  closeFinding,
  findArticleOf,
  listUndoableFindings,
  listWanted,
  reopenFinding,
} from "./findings/finding-decision-queries.ts";
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
} from "./findings/finding-queries.ts";
export { type FindingSource, listFindingSources } from "./findings/finding-source-queries.ts";
export { findNearbyPages, type NearbyPage } from "./findings/nearby-pages.ts";
export { judgeToldAgain } from "./lost-knowledge.ts";
export { readWiki } from "./read-wiki.ts";
export { makeRepairs } from "./repairs/make-repairs.ts";
export { wikiRepairRoutes } from "./repairs/routes.ts";
export { wikiRoutes } from "./routes.ts";
export { listDueReadings } from "./wiki-queries.ts";
