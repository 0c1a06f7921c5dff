export { readWiki } from "./read-wiki.ts";
export { wikiRoutes } from "./routes.ts";
export { listDueReadings } from "./wiki-queries.ts";
