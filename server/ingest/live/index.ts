export { applyEventsJob } from "./apply-events.ts";
export {
  findTroubleOfState,
  isSharingRefused,
  SHARED_CHANNEL_TROUBLE,
  storeChannelProperties,
} from "./channel-facts.ts";
export type { EventReceiver, InteractionOrigin } from "./event-queries.ts";
export { keepConnectionsOpen } from "./hold-connections.ts";
export { chatNotificationRoutes } from "./notifications.ts";
export { forgetOldEvents, listStalledIntegrations } from "./queries.ts";
export { signedEventRoutes } from "./signed-events.ts";
