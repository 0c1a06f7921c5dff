export { apiKeyRoutes } from "./keys/routes.ts";
export { mcpRoutes } from "./mcp/routes.ts";
export { publicApiRoutes } from "./v1/routes.ts";
export { webhookRoutes } from "./webhooks/routes.ts";
export { sendWebhooks } from "./webhooks/send.ts";
export { forgetOldDeliveries } from "./webhooks/webhook-queries.ts";
