export { comparePages } from "./compare-pages.ts";
export { wikiHealthRoutes } from "./routes.ts";
export { compareDuplicates, reportFor, sendWeeklyReports } from "./weekly-report.ts";
