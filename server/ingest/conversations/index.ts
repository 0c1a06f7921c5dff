export {
  type ConversationSelection,
  findConversationOfArticle,
  getConversation,
  isAnyUnjudged,
  listConversations,
  listConversationsOfArticle,
  type StoredConversation,
} from "./conversation-queries.ts";
export { divideConversation } from "./divide-conversation.ts";
export { findNextMatters, joinThread, ungroupForModel } from "./find-matters.ts";
export { createMatterConversation, type GatheredConversation } from "./gather-queries.ts";
export { groupNextMessages } from "./group-messages.ts";
export { findConversationKeys, findThreadKeys } from "./key-queries.ts";
export { listPeople } from "./reading-queries.ts";
export { computeFingerprint, storeVerdicts, type Verdict } from "./verdict-queries.ts";
