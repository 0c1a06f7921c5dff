export { comparePages } from "./compare-pages.ts";
export { wikiHealthRoutes } from "./routes.ts";
export { reportFor, sendWeeklyReports } from "./weekly-report.ts";
