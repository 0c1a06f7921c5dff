export { apiKeyRoutes } from "./keys/routes.ts";
export { mcpRoutes } from "./mcp/routes.ts";
export { publicApiRoutes } from "./v1/routes.ts";
