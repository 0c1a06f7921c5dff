export { quoteTitle } from "./quoted.ts";
export { recordActivity } from "./record.ts";
export { activityRoutes } from "./routes.ts";
