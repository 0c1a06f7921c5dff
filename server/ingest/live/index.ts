export { applyEventsJob } from "./apply-events.ts";
export { findTroubleOfState, isRefused, noteChannelFacts, SHARED_TROUBLE } from "./channel-facts.ts";
export type { EventReceiver, InteractionOrigin } from "./event-queries.ts";
export { holdConnections } from "./hold-connections.ts";
export { chatNotificationRoutes } from "./notifications.ts";
export { forgetOldEvents, listStalledIntegrations } from "./queries.ts";
export { signedEventRoutes } from "./signed-events.ts";
