export { mayReceiveNotifications } from "./arrival.ts";
export {
  type ChatIntegrationRow,
  getChatIntegration,
  listChatIntegrations,
  storeRequestProof,
  updateChatIntegration,
} from "./chat-integration-queries.ts";
export { findChatSource } from "./chat-sources.ts";
export { testChatIntegration } from "./check.ts";
export { CREDENTIALS_UNREADABLE, explainTrouble, openChatConfig, openKnowledgeConfig } from "./credentials.ts";
export {
  onlyNewArticlesChosen,
  targetReadersChanged,
  targetRemoved,
  targetSwitched,
  targetWorksAgain,
} from "./events.ts";
export {
  getKnowledgeIntegration,
  type KnowledgeIntegrationRow,
  listKnowledgeIntegrations,
  updateKnowledgeIntegration,
} from "./knowledge-integration-queries.ts";
export { integrationRoutes } from "./routes.ts";
export { claimDueRules, excludeChannelFromRule } from "./rule-queries.ts";
