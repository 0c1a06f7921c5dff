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
export { wikiRoutes } from "./routes.ts";
export { listDueReadings } from "./wiki-queries.ts";
