export { statusRoutes } from "./routes.ts";
export { storeWorkerHeartbeat } from "./worker-queries.ts";
