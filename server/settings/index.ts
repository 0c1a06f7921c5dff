export { detectionSettings } from "./detection-settings.ts";
export { findNextChecks, findSettings } from "./queries.ts";
export { settingsRoutes } from "./routes.ts";
