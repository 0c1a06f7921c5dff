export { articleActionRoutes } from "./routes.ts";
