export { canBeNotified } from "./arrival.ts";
export {
  type ChatIntegrationRow,
  getChatIntegration,
  listChatIntegrations,
  storeRequestProof,
  updateChatIntegration,
} from "./chat-integration-queries.ts";
export { findChatSource } from "./chat-sources.ts";
export { testChatIntegration } from "./check.ts";
export { CANNOT_OPEN, explainTrouble, openChatConfig, openKnowledgeConfig } from "./credentials.ts";
export {
  targetForNewArticles,
  targetReadersChanged,
  targetReady,
  targetRemoved,
  targetSwitched,
} from "./events.ts";
export {
  getKnowledgeIntegration,
  type KnowledgeIntegrationRow,
  listKnowledgeIntegrations,
  updateKnowledgeIntegration,
} from "./knowledge-integration-queries.ts";
export { findOwnAccount } from "./own-accounts/own-accounts.ts";
export { integrationRoutes } from "./routes.ts";
export { claimDueRules, excludeChannelFromRule } from "./rule-queries.ts";
