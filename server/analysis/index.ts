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
export { recheckDueArticles } from "./recheck/check-due.ts";
export { analysisRoutes } from "./routes.ts";
export { failRunOfDeadWorkers, runJob } from "./run-job.ts";
export { checkChannelNow, startRun, writeRequestedArticles } from "./start-run.ts";
export { importExport, removeForgottenExports } from "./stored-exports.ts";
export { modelTrialRoutes } from "./trial/routes.ts";
export { waitForRun } from "./wait-for-run.ts";
