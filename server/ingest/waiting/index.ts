export {
  countReadByOtherModels,
  listChannelsToReread,
  requestRereading,
  withdrawRereading,
} from "./rereading-queries.ts";
export {
  findNewestWindow,
  hashMessages,
  type ModelTrialWindow,
  readMessagesById,
} from "./trial-queries.ts";
export {
  clearModelWait,
  countUnread,
  listWaitingChannels,
  markConversationsRefused,
  storeModelWait,
  type WaitingChannel,
} from "./waiting-queries.ts";
