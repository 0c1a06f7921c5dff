export { comparePages } from "./compare-pages.ts";
export { wikiHealthRoutes } from "./routes.ts";
export { buildReportMail, readDuplicatesForReport, sendWeeklyReports } from "./weekly-report.ts";
