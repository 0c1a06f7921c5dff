export { wikiEventSettingRoutes } from "./events/routes.ts";
export { wikiEventRoutes, wikiPagesChanged } from "./events/take-events.ts";
export { hideGonePages } from "./gone-pages.ts";
export { judgeToldAgain } from "./lost-knowledge.ts";
export { readWiki } from "./read-wiki.ts";
export { makeRepairs } from "./repairs/make-repairs.ts";
export { wikiRepairRoutes } from "./repairs/routes.ts";
export { wikiRoutes } from "./routes.ts";
export { listDueReadings } from "./wiki-queries.ts";
