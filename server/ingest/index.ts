export { hideNames } from "./audiences/hidden-names.ts";
export { readDueMembers, readMembers } from "./audiences/read-members.ts";
export { listHiddenChannels } from "./audiences/reader-queries.ts";
export { followChannelRules } from "./channels/follow-channel-rules.ts";
export { type ChannelRow, getChannel, insertChannel, listChannels, updateChannel } from "./channels/queries.ts";
export { channelRoutes } from "./channels/routes.ts";
export {
  countReadByOthers,
  listChannelsToReread,
  requestRereading,
  withdrawRereading,
} from "./conversations/again-queries.ts";
export {
  type ConversationSelection,
  findConversationOfArticle,
  getConversation,
  isAnyUnjudged,
  listConversations,
  listConversationsOfArticle,
  type StoredConversation,
} from "./conversations/conversation-queries.ts";
export { divideConversation } from "./conversations/divide-conversation.ts";
export { findNextMatters, gatherThread, releaseForModel } from "./conversations/find-matters.ts";
export { type GatheredConversation, gatherMatter } from "./conversations/gather-queries.ts";
export { groupNextMessages } from "./conversations/group-messages.ts";
export { findConversationKeys, findThreadKeys } from "./conversations/key-queries.ts";
export { listPeople } from "./conversations/reading-queries.ts";
export {
  findNewestWindow,
  hashOfMessages,
  readMessagesById,
  type TrialWindow,
} from "./conversations/trial-queries.ts";
export { computeFingerprint, storeVerdicts, type Verdict } from "./conversations/verdict-queries.ts";
export {
  clearModelWait,
  countUnread,
  listWaiting,
  markRefused,
  storeModelWait,
  type WaitingChannel,
} from "./conversations/waiting-queries.ts";
export {
  type AskedInChannel,
  type ChangedMessages,
  channelFellBehind,
  channelMadePrivate,
  channelMadePublic,
  channelRemoved,
  messagesChanged,
  messagesForgotten,
  questionAsked,
} from "./events.ts";
export { applyEventsJob } from "./live/apply-events.ts";
export { findTroubleOfState, isRefused, noteChannelFacts, SHARED_TROUBLE } from "./live/channel-facts.ts";
export type { EventReceiver, InteractionOrigin } from "./live/event-queries.ts";
export { holdConnections } from "./live/hold-connections.ts";
export { chatNotificationRoutes } from "./live/notifications.ts";
export { forgetOldEvents, listStalledIntegrations } from "./live/queries.ts";
export { signedEventRoutes } from "./live/signed-events.ts";
export { ERASED_AUTHOR, hashOfPerson } from "./messages/erased-people.ts";
export { forgetMessages } from "./messages/forget-messages.ts";
export {
  type ChannelWithConversations,
  getQuietSeconds,
  listChannelsWithQuietConversations,
} from "./messages/quiet-queries.ts";
export { keepStorableMessages, readMessages } from "./messages/read-messages.ts";
export { lockMessages, storeMessages } from "./messages/store-messages.ts";
