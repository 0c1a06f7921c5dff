import { newId } from "../db/new-id.ts";
import { type Database, inWorkspace } from "../db/workspace-scope.ts";
import { suggestStyle } from "../settings/suggest-style.ts";
import { listPersonsEdits } from "../settings/writing-queries.ts";
import { buildDuplicate, buildFinding, insertWikiRepair } from "../wiki/testing/wiki-rows.ts";
import {
  buildApiKey,
  buildArticle,
  buildCategory,
  buildChannel,
  buildChatIntegration,
  buildConnectedApp,
  buildGivenAnswer,
  buildIntegration,
  buildInvitation,
  buildInvitationLink,
  buildMailDomain,
  buildModelTrial,
  buildOpenQuestion,
  buildPlatformGrant,
  buildRun,
  buildSavedView,
  buildScimToken,
  buildSession,
  buildUser,
  buildWebhook,
} from "./factories.ts";
import { buildPersonsEdits } from "./persons-edits.ts";

/** Builds a style suggestion from an edit that a person made repeatedly. */
export async function buildStyleSuggestion(db: Database, { workspaceId }: { workspaceId: string }) {
  const edits = ["one", "two", "six"].map((n) => [`Return notebook ${n} here.`, `Return laptop ${n} here.`] as const);
  await buildPersonsEdits(db, { workspaceId, by: newId(), edits });
  const made = await inWorkspace(db, workspaceId, listPersonsEdits);
  const [suggestion] = suggestStyle(made, { style: null, language: null, glossary: [] }, []);
  return { id: suggestion?.id ?? "" };
}

/**
 * Builds the row that `:id` names, by the first segment after /api/. The test requires an entry for each new resource.
 */
export const ROW_OF_RESOURCE: Record<
  string,
  (db: Database, values: { workspaceId: string }) => Promise<{ id: string }>
> = {
  articles: buildArticle,
  integrations: buildIntegration,
  wikis: buildIntegration,
  "wiki-repairs": insertWikiRepair,
  "wiki-pages": async (db, { workspaceId }) => {
    const { pageId } = await buildFinding(db, workspaceId);
    return { id: pageId };
  },
  "wiki-duplicates": (db, { workspaceId }) => buildDuplicate(db, workspaceId),
  "wiki-findings": (db, { workspaceId }) => buildFinding(db, workspaceId),
  "collaboration-integrations": buildChatIntegration,
  channels: buildChannel,
  "language-model": buildChannel,
  "model-trials": buildModelTrial,
  "collaboration-channels": buildChannel,
  runs: buildRun,
  categories: buildCategory,
  "saved-views": buildSavedView,
  sessions: buildSession,
  provisioning: buildScimToken,
  "api-keys": buildApiKey,
  "connected-apps": buildConnectedApp,
  connections: buildPlatformGrant,
  webhooks: buildWebhook,
  "mail-domains": buildMailDomain,
  invitations: buildInvitation,
  "invitation-links": buildInvitationLink,
  workspaces: async (_db, { workspaceId }) => ({ id: workspaceId }),
  questions: buildOpenQuestion,
  answers: buildGivenAnswer,
  people: (db, values) => buildUser(db, { ...values, membership: "viewer" }),
  settings: buildStyleSuggestion,
  inbox: async (db, values) => ({ id: `held.${(await buildArticle(db, { ...values, state: "held" })).id}` }),
};
