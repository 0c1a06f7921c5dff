export {
  countReadByOtherModels,
  listChannelsToReread,
  requestRereading,
  withdrawRereading,
} from "./rereading-queries.ts";
export {
  findNewestWindow,
  hashMessages,
  readMessagesById,
  type TrialWindow,
} from "./trial-queries.ts";
export {
  clearModelWait,
  countUnread,
  listWaitingChannels,
  markConversationsRefused,
  storeModelWait,
  type WaitingChannel,
} from "./waiting-queries.ts";
