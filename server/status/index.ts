export { statusRoutes } from "./routes.ts";
export { reportWorker } from "./worker-queries.ts";
