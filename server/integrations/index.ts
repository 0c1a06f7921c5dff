export { canBeNotified } from "./arrival.ts";
export {
  type ChatIntegrationRow,
  getChatIntegration,
  listChatIntegrations,
  noteProof,
  updateChatIntegration,
} from "./chat-integration-queries.ts";
export { chatSourceOf } from "./chat-sources.ts";
export { testChatIntegration } from "./check.ts";
export { CANNOT_OPEN, openChatConfig, openKnowledgeConfig, troubleOf } from "./credentials.ts";
export { targetReaders, targetReady, targetRemoved, targetSwitched } from "./events.ts";
export {
  getKnowledgeIntegration,
  type KnowledgeIntegrationRow,
  listKnowledgeIntegrations,
} from "./knowledge-integration-queries.ts";
export { integrationRoutes } from "./routes.ts";
export { leaveOut, takeDueRules } from "./rule-queries.ts";
