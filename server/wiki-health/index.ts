export { comparePages } from "./compare-pages.ts";
export { wikiHealthRoutes } from "./routes.ts";
export { buildReportMail, compareDuplicates, sendWeeklyReports } from "./weekly-report.ts";
