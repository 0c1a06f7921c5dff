export {
  countReadByOtherModels,
  listChannelsToReread,
  requestRereading,
  withdrawRereading,
} from "./again-queries.ts";
export {
  findNewestWindow,
  hashOfMessages,
  readMessagesById,
  type TrialWindow,
} from "./trial-queries.ts";
export {
  clearModelWait,
  countUnread,
  listWaiting,
  markRefused,
  storeModelWait,
  type WaitingChannel,
} from "./waiting-queries.ts";
