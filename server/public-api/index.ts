export { apiKeyRoutes } from "./keys/routes.ts";
export { mcpRoutes } from "./mcp/routes.ts";
export { connectedAppRoutes } from "./oauth/connected-apps.ts";
export { forgetOldConnectedApps } from "./oauth/connection-queries.ts";
export { oauthRoutes } from "./oauth/routes.ts";
export { publicApiRoutes } from "./v1/routes.ts";
export { webhookRoutes } from "./webhooks/routes.ts";
export { endWebhooksOfPerson, sendWebhooks } from "./webhooks/send.ts";
export { forgetOldDeliveries } from "./webhooks/webhook-queries.ts";
