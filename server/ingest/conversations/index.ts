export {
  type ConversationSelection,
  findConversationOfArticle,
  getConversation,
  hasUnjudgedConversation,
  listConversations,
  listConversationsOfArticle,
  type StoredConversation,
} from "./conversation-queries.ts";
export { divideConversation } from "./divide-conversation.ts";
export { findNextMatters, joinThreadIntoConversation, ungroupMessagesForModel } from "./find-matters.ts";
export { createMatterConversation, type MatterConversationOutcome } from "./gather-queries.ts";
export { groupNextMessages } from "./group-messages.ts";
export { findConversationKeys, findThreadKeys } from "./key-queries.ts";
export { listChannelAuthors } from "./reading-queries.ts";
export { computeFingerprint, storeVerdicts, type Verdict } from "./verdict-queries.ts";
