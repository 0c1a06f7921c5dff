export {
  closeFinding,
  eraseFindingsOf,
  findOpenFinding,
  forgetFindingsOf,
  listConfirmations,
  type NewFinding,
  type OpenFinding,
  saveFindings,
  wantsOwnArticle,
} from "./findings/finding-queries.ts";
export { readWiki } from "./read-wiki.ts";
export { makeRepairs } from "./repairs/make-repairs.ts";
export { wikiRepairRoutes } from "./repairs/routes.ts";
export { wikiRoutes } from "./routes.ts";
export { listDueReadings } from "./wiki-queries.ts";
