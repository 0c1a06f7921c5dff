export { hideNames } from "./audiences/hidden-names.ts";
export { readDueMembers, readMembers } from "./audiences/read-members.ts";
export { listHiddenChannels } from "./audiences/reader-queries.ts";
export { followChannelRules } from "./channels/follow-channel-rules.ts";
export { type ChannelRow, getChannel, insertChannel, listChannels, updateChannel } from "./channels/queries.ts";
export { channelRoutes } from "./channels/routes.ts";
export {
  askToReadAgain,
  countReadByOthers,
  listChannelsToReadAgain,
  withdrawReadingAgain,
} from "./conversations/again-queries.ts";
export {
  findConversationOf,
  getConversation,
  isAnyUnjudged,
  listConversations,
  listConversationsOf,
  type Selection,
  type StoredConversation,
} from "./conversations/conversation-queries.ts";
export { divideConversation } from "./conversations/divide-conversation.ts";
export { findNextMatters, gatherThread, releaseForModel } from "./conversations/find-matters.ts";
export { type Gathered, gatherMatter } from "./conversations/gather-queries.ts";
export { groupNextMessages } from "./conversations/group-messages.ts";
export { keysOf, keysOfThread } from "./conversations/key-queries.ts";
export { listPeople } from "./conversations/reading-queries.ts";
export {
  hashOfMessages,
  newestWindow,
  readMessagesById,
  type TrialWindow,
} from "./conversations/trial-queries.ts";
export { fingerprintOf, storeVerdicts, type Verdict } from "./conversations/verdict-queries.ts";
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
  askedInChannel,
  type ChangedMessages,
  channelBehind,
  channelMadePrivate,
  channelMadePublic,
  channelRemoved,
  messagesChanged,
  messagesForgotten,
} from "./events.ts";
export { applyEventsJob } from "./live/apply-events.ts";
export { isRefused, noteChannelFacts, SHARED_TROUBLE, troubleOfState } from "./live/channel-facts.ts";
export type { InteractionOrigin, Receiver } from "./live/event-queries.ts";
export { holdConnections } from "./live/hold-connections.ts";
export { chatNotificationRoutes } from "./live/notifications.ts";
export { forgetOldEvents, listStalledIntegrations } from "./live/queries.ts";
export { signedEventRoutes } from "./live/signed-events.ts";
export { ERASED_AUTHOR, hashOfPerson } from "./messages/erased-people.ts";
export { forgetMessages } from "./messages/forget-messages.ts";
export {
  type ChannelWithConversations,
  listChannelsWithQuietConversations,
  quietSecondsOf,
} from "./messages/quiet-queries.ts";
export { onlyStorable, readMessages } from "./messages/read-messages.ts";
export { lockMessages, storeMessages } from "./messages/store-messages.ts";
