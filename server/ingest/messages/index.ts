export { ERASED_AUTHOR, hashErasedPerson } from "./erased-people.ts";
export { forgetMessages } from "./forget-messages.ts";
export {
  type ChannelWithConversations,
  getQuietSeconds,
  listChannelsWithQuietConversations,
} from "./quiet-queries.ts";
export { keepStorableMessages, readMessages } from "./read-messages.ts";
export { lockMessages, storeMessages } from "./store-messages.ts";
