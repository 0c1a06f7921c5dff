export { compareConversationsWithPages } from "./compare-conversations.ts";
export { resumeWaitingRuns } from "./model-waiting.ts";
export { modelWaitingRoutes } from "./model-waiting-routes.ts";
export { writingPreviewRoutes } from "./preview-writing.ts";
export {
  findOpenImport,
  getRun,
  listActiveChannelIds,
  listExcerptsUnderWay,
  listOpenRuns,
  type RunRow,
} from "./queries.ts";
export { checkDue } from "./recheck/check-due.ts";
export { analysisRoutes } from "./routes.ts";
export { parkRun, runJob } from "./run-job.ts";
export { checkChannelNow, startRun, writeWantedArticles } from "./start-run.ts";
export { importExport, removeForgottenExports } from "./stored-exports.ts";
export { modelTrialRoutes } from "./trial/routes.ts";
export { waitForRun } from "./wait-for-run.ts";
