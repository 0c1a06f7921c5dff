export { wikiEventRoutes, wikiPagesChanged } from "./events/receive-events.ts";
export { wikiEventSettingRoutes } from "./events/routes.ts";
export { hideDeletedPages } from "./gone-pages.ts";
export { readWiki } from "./read-wiki.ts";
export { rejudgeConversationsOfPages } from "./rejudge-conversations.ts";
export { makeRepairs } from "./repairs/make-repairs.ts";
export { wikiRepairRoutes } from "./repairs/routes.ts";
export { wikiRoutes } from "./routes.ts";
export { listDueReadings } from "./wiki-queries.ts";
