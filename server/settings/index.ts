export { getDetectionSettings } from "./detection-settings.ts";
export { modelCostRoutes } from "./language-model/cost-routes.ts";
export {
  estimateReadingCost,
  estimateTrialOfChannel,
  estimateTrialRepeat,
  estimateWriting,
} from "./language-model/estimate-reading.ts";
export { modelChanged } from "./language-model/own-model.ts";
export { languageModelRoutes } from "./language-model/routes.ts";
export { findNextChannelChecks, findSettings, saveMonitoringMode } from "./queries.ts";
export { readMonitoring, settingsRoutes } from "./routes.ts";
export { readWritingSettings } from "./writing-queries.ts";
