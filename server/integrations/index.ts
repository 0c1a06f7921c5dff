export { testChatIntegration } from "./check.ts";
export { CANNOT_OPEN, openChatConfig, openKnowledgeConfig, troubleOf } from "./credentials.ts";
export { targetReaders, targetReady, targetRemoved, targetSwitched } from "./events.ts";
export {
  type ChatIntegrationRow,
  getChatIntegration,
  getKnowledgeIntegration,
  type KnowledgeIntegrationRow,
  listChatIntegrations,
  listKnowledgeIntegrations,
  noteProof,
  updateChatIntegration,
} from "./queries.ts";
export { integrationRoutes } from "./routes.ts";
export { leaveOut, takeDueRules } from "./rule-queries.ts";
