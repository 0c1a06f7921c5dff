import type { Database } from "../db/workspace-scope.ts";
import {
  buildApiKey,
  buildArticle,
  buildChannel,
  buildChatIntegration,
  buildIntegration,
  buildInvitation,
  buildInvitationLink,
  buildMailDomain,
  buildRun,
  buildSavedView,
  buildScimToken,
  buildSession,
  buildUser,
  buildWebhook,
} from "./factories.ts";

/** What `:id` stands for, by the word after /api/. A new resource needs its line: the test says so. */
export const ROWS: Record<string, (db: Database, values: { workspaceId: string }) => Promise<{ id: string }>> = {
  articles: buildArticle,
  integrations: buildIntegration,
  "collaboration-integrations": buildChatIntegration,
  channels: buildChannel,
  "collaboration-channels": buildChannel,
  runs: buildRun,
  "saved-views": buildSavedView,
  sessions: buildSession,
  provisioning: buildScimToken,
  "api-keys": buildApiKey,
  webhooks: buildWebhook,
  "mail-domains": buildMailDomain,
  invitations: buildInvitation,
  "invitation-links": buildInvitationLink,
  workspaces: async (_db, { workspaceId }) => ({ id: workspaceId }),
  people: (db, values) => buildUser(db, { ...values, membership: "viewer" }),
  inbox: async (db, values) => ({ id: `held.${(await buildArticle(db, { ...values, state: "held" })).id}` }),
};
