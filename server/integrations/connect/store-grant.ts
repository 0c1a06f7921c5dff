import type { ConnectorManifest } from "../../../connectors/manifest.ts";
import { type ConnectPlatform, getManifest } from "../../../connectors/manifests.ts";
import type { OAuthGrant } from "../../../connectors/oauth.ts";
import type { ConnectOutcome } from "../../../shared/contract/connections.ts";
import { recordActivity } from "../../activity/index.ts";
import { newId } from "../../db/new-id.ts";
import { DatabaseFailure, safeDatabaseError } from "../../db/pool.ts";
import { type Database, inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { sealTokens } from "../../grants/tokens.ts";
import {
  type ChatIntegrationRow,
  getChatIntegration,
  insertChatIntegration,
  listChatIntegrations,
  updateChatIntegration,
} from "../chat-integration-queries.ts";
import { testChatIntegration, testKnowledgeIntegration } from "../check.ts";
import { getKnowledgeIntegration, updateKnowledgeIntegration } from "../knowledge-integration-queries.ts";
import { isChatPlatform } from "./begin.ts";
import { type AttemptRow, findGrant, isAccountTaken, upsertGrant } from "./queries.ts";

type ConnectEnding = { outcome: ConnectOutcome; lost?: string[] };

/** Stores the grant of a person, and creates or renews its integration if the destination is known. */
export async function storeGrant(deps: Deps, attempt: AttemptRow, grant: OAuthGrant): Promise<ConnectEnding> {
  if (isChatPlatform(attempt.platform as ConnectPlatform)) return storeForChat(deps, attempt, grant);
  if (grant.facts.sites?.length === 0) return { outcome: "no-site" };
  return attempt.integrationId
    ? connectTargetAgain(deps, attempt, attempt.integrationId, grant)
    : storeUnfinished(deps, attempt, grant);
}

async function storeForChat(deps: Deps, attempt: AttemptRow, grant: OAuthGrant): Promise<ConnectEnding> {
  const { workspaceId, platform } = attempt;
  const { connect }: ConnectorManifest = getManifest(platform as ConnectPlatform);
  const ofTeam = connect?.isSole ? grant.account.id : null;
  if (ofTeam && (await isAccountTaken(deps.db, { workspaceId, platform, accountId: ofTeam })))
    return { outcome: "taken" };
  const kept = await unlessTaken(deps.db, workspaceId, async (scope) => {
    const before = await findChatToReconnect(scope, attempt, ofTeam);
    if (before && ofTeam && before.teamId && before.teamId !== ofTeam) return "other-account" as const;
    const lost = await lostScopes(scope, before?.grantId ?? null, grant);
    const grantId = await store(deps, scope, { attempt, grant, ofTeam, grantId: before?.grantId ?? null });
    const row = await connectChat(scope, { attempt, grant, grantId, before, ofTeam });
    const withoutScopes = lost.length > 0 && ` It no longer allows ${lost.join(", ")}.`;
    const message = `${row.name} was connected with the app of this installation.${withoutScopes || ""}`;
    await recordActivity(scope, deps.events, { type: "change", message, by: attempt.userId });
    await deps.events.notify(scope, { type: "integration", id: row.id });
    return { row, lost };
  });
  if (kept === "other-account" || kept === "taken") return { outcome: kept };
  await testChatIntegration(deps, kept.row);
  return { outcome: "connected", lost: kept.lost };
}

/** Runs `work`. If two workspaces connect the same team at the same time, returns 'taken' for the second. */
async function unlessTaken<T>(db: Database, workspaceId: string, work: (scope: WorkspaceScope) => Promise<T>) {
  try {
    return await inWorkspace(db, workspaceId, work);
  } catch (error) {
    const refused = safeDatabaseError(error);
    if (refused instanceof DatabaseFailure && refused.constraint === "platform_grants_sole") return "taken" as const;
    throw error;
  }
}

/**
 * The integration to reconnect. An integration of the same team that uses tokens is reconnected too, so that its
 * channels stay.
 */
async function findChatToReconnect(
  scope: WorkspaceScope,
  { integrationId, platform }: AttemptRow,
  ofTeam: string | null,
): Promise<ChatIntegrationRow | null> {
  if (integrationId) return getChatIntegration(scope, integrationId);
  if (!ofTeam) return null;
  const known = (await listChatIntegrations(scope)).filter((row) => row.platform === platform && row.teamId === ofTeam);
  return known.find(({ grantId }) => grantId !== null) ?? known[0] ?? null;
}

interface GrantedChat {
  attempt: AttemptRow;
  grant: OAuthGrant;
  grantId: string;
  before: ChatIntegrationRow | null;
  ofTeam: string | null;
}

async function connectChat(scope: WorkspaceScope, { attempt, grant, grantId, before, ofTeam }: GrantedChat) {
  const { workspaceId } = scope;
  const { orgWide: _before, ...config } = before?.config ?? {};
  const connected = {
    grantId,
    config: { ...config, ...(grant.facts.isOrg && { orgWide: "yes" }) },
    secrets: {},
    proofs: {},
    trouble: null,
    ...(ofTeam && { teamId: ofTeam }),
  };
  if (before) return updateChatIntegration(scope, before.id, connected);
  const platform = attempt.platform as ChatIntegrationRow["platform"];
  const name = grant.account.name.slice(0, 100);
  return insertChatIntegration(scope, { workspaceId, id: newId(), platform, name, ...connected });
}

/** Lists scopes that an earlier grant had and this grant lacks. */
async function lostScopes(scope: WorkspaceScope, grantId: string | null, { scopes }: OAuthGrant): Promise<string[]> {
  const before = grantId && (await findGrant(scope, grantId));
  return before && scopes ? before.scopes.filter((scopeBefore) => !scopes.includes(scopeBefore)) : [];
}

async function connectTargetAgain(
  deps: Deps,
  attempt: AttemptRow,
  integrationId: string,
  grant: OAuthGrant,
): Promise<ConnectEnding> {
  const row = await inWorkspace(deps.db, attempt.workspaceId, async (scope) => {
    const before = await getKnowledgeIntegration(scope, integrationId);
    const known = before.grantId && (await findGrant(scope, before.grantId));
    const site = grant.facts.sites?.find(({ url }) => hostOf(url) === hostOf(before.baseUrl));
    const isOther = grant.facts.sites ? !site : known && known.accountId !== grant.account.id;
    if (isOther) return null;
    const grantId = await store(deps, scope, { attempt, grant, grantId: before.grantId });
    const connected = { grantId, apiKeySealed: "", apiKeyLast4: "", trouble: null };
    const origin = site ? { origin: site.origin } : {};
    await deps.events.notify(scope, { type: "integration", id: integrationId });
    return updateKnowledgeIntegration(scope, integrationId, { ...connected, ...origin });
  });
  if (!row) return { outcome: "other-account" };
  await testKnowledgeIntegration(deps, row);
  return { outcome: "connected" };
}

async function storeUnfinished(deps: Deps, attempt: AttemptRow, grant: OAuthGrant): Promise<ConnectEnding> {
  await inWorkspace(deps.db, attempt.workspaceId, (scope) => store(deps, scope, { attempt, grant, grantId: null }));
  return { outcome: "finish" };
}

const hostOf = (address: string) => URL.parse(address)?.host;

interface GrantToStore {
  attempt: AttemptRow;
  grant: OAuthGrant;
  /** The grant to renew; null if there is none. */
  grantId: string | null;
  /** The team's account, which only one workspace may connect. */
  ofTeam?: string | null;
}

async function store(
  deps: Deps,
  scope: WorkspaceScope,
  { attempt, grant, grantId, ofTeam = null }: GrantToStore,
): Promise<string> {
  const id = grantId ?? newId();
  const { workspaceId, platform, userId: grantedBy } = attempt;
  const { account, facts, lifetime, scopes } = grant;
  await upsertGrant(scope, {
    id,
    platform,
    tokensSealed: sealTokens(deps.secrets, { workspaceId, id }, grant),
    lifetime,
    scopes: scopes ?? [],
    accountId: account.id,
    accountName: clean(account.name) || getManifest(platform as ConnectPlatform).name,
    soleAccount: ofTeam,
    facts,
    grantedBy,
  });
  return id;
}

const clean = (name: string) => name.replaceAll("\0", "").toWellFormed().trim().slice(0, 200);
