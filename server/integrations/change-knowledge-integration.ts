import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { findFieldProblem } from "../../connectors/manifest.ts";
import type { integrationEndpoints } from "../../shared/contract/integrations.ts";
import { checkPlatformLimit, lockPlanLimits } from "../billing/usage/index.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { conflict, invalid } from "../errors.ts";
import type { GrantRow } from "../grants/queries.ts";
import { deleteGrant } from "./connect/queries.ts";
import { openApiKey, parseEnteredSecret, sealApiKey } from "./credentials.ts";
import { targetSwitched, targetWorksAgain } from "./events.ts";
import {
  countOpenReviews,
  countPages,
  getKnowledgeIntegration,
  type KnowledgeIntegrationRow,
  updateKnowledgeIntegration,
} from "./knowledge-integration-queries.ts";
import { refuseUsedDestination } from "./refuse-used-destination.ts";
import { checkKnowledgeFields, getKnowledgeManifest } from "./validate.ts";

type Change = z.output<(typeof integrationEndpoints)["PUT /api/integrations/:id"]["body"]>;
type Fields = Pick<KnowledgeIntegrationRow, "type" | "baseUrl" | "spaceId" | "settings">;

/** Removes settings that have their default value. */
export const dropDefaultSettings = (settings: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ""));

/**
 * Applies a change. `isNewPlace`: the destination or the token changed. `given`: the OAuth grant that a token replaced.
 * The destination cannot change while it has articles. If the integration works again, publications that were given up
 * are retried.
 */
export async function changeKnowledgeIntegration(
  deps: Deps,
  scope: WorkspaceScope,
  id: string,
  change: Change,
): Promise<{ row: KnowledgeIntegrationRow; isNewPlace: boolean; given: GrantRow | null }> {
  if (change.isActive) await lockPlanLimits(scope);
  const before = await getKnowledgeIntegration(scope, id);
  const fields: Fields = {
    type: change.type ?? before.type,
    baseUrl: change.baseUrl?.trim() ?? before.baseUrl,
    spaceId: change.spaceId?.trim() ?? before.spaceId,
    settings: change.settings ? dropDefaultSettings(change.settings) : before.settings,
  };
  const newKey = parseEnteredSecret(change.apiKey);
  if (newKey !== null && !change.settings) fields.settings = settingsBeside(newKey, before);
  const fieldsChange =
    newKey !== null ||
    fields.type !== before.type ||
    fields.baseUrl !== before.baseUrl ||
    fields.spaceId !== before.spaceId ||
    !isDeepStrictEqual(fields.settings, before.settings);
  if (fieldsChange) {
    // The type is checked first, because it may be unknown.
    getKnowledgeManifest(fields.type);
    const published = await countPages(scope, id);
    if (published > 0 && isOtherDestination(before, fields)) {
      throw conflict(
        `${before.name} holds ${published} published ${published === 1 ? "article" : "articles"}. Add another integration for the new place.`,
      );
    }
    if (before.settings["delivery"] && !fields.settings["delivery"]) await refuseWhileReviewed(scope, before);
    const place = { ...fields.settings, baseUrl: fields.baseUrl, spaceId: fields.spaceId };
    const apiKey = newKey ?? getKeyToKeep(deps, before, fields);
    if (isOtherDestination(before, fields)) await refuseUsedDestination(deps, scope, fields, id);
    checkKnowledgeFields(fields.type, apiKey === null ? place : { ...place, apiKey }, { isConnected: apiKey === null });
  }
  const isSwitched = change.isActive !== undefined && change.isActive !== before.isActive;
  if (isSwitched && change.isActive) await checkPlatformLimit(deps, scope);
  const row = await updateKnowledgeIntegration(scope, id, {
    ...(change.name !== undefined && { name: change.name.trim() }),
    ...(change.isActive !== undefined && { isActive: change.isActive }),
    ...(isSwitched && change.isActive && { filledAt: null }),
    ...(isSwitched && before.pausedFor && { pausedFor: null, trouble: null }),
    ...(fieldsChange && { ...fields, trouble: null }),
    ...(newKey !== null && { grantId: null }),
    ...((newKey !== null || fields.type !== before.type || (fields.baseUrl !== before.baseUrl && !before.grantId)) && {
      origin: null,
    }),
    ...(newKey !== null && sealApiKey(deps.secrets, scope.workspaceId, id, newKey)),
  });
  if (row.isActive && (fieldsChange || change.isActive))
    await targetWorksAgain.announce(deps, scope, { integrationId: id });
  if (row.isActive !== before.isActive) await targetSwitched.announce(deps, scope, { integrationId: id });
  await deps.events.notify(scope, { type: "integration", id });
  const given = newKey !== null && before.grantId ? await deleteGrant(scope, before.grantId) : null;
  return { row, isNewPlace: fieldsChange, given };
}

/** Returns the stored parts of the credential. A complete new credential replaces all stored parts of the old one. */
function settingsBeside(apiKey: string, { type, settings }: KnowledgeIntegrationRow): Record<string, string> {
  const manifest = getKnowledgeManifest(type);
  const secret = manifest.fields.find(({ key }) => key === "apiKey");
  if (!secret || findFieldProblem(manifest, secret, apiKey) !== null) return settings;
  const parts = new Set(manifest.fields.filter(({ partOf }) => partOf).map(({ key }) => key));
  return Object.fromEntries(Object.entries(settings).filter(([key]) => !parts.has(key)));
}

/** Throws while pages wait for a review: the branch to which articles are committed does not contain them yet. */
async function refuseWhileReviewed(scope: WorkspaceScope, { id, name }: KnowledgeIntegrationRow): Promise<void> {
  const open = await countOpenReviews(scope, id);
  if (open === 0) return;
  const many = open === 1 ? "1 article waits" : `${open} articles wait`;
  throw conflict(`${many} in ${name} for a review. Merge or close what is open first; nothing was changed.`);
}

/**
 * True if the existing pages are not at the new destination. Optional fields do not count, such as a page's URL,
 * because they are only notes.
 */
function isOtherDestination(before: Fields, after: Fields): boolean {
  if (before.type !== after.type) return true;
  return getKnowledgeManifest(before.type).fields.some(({ key, required, secret }) => {
    const field = key as "baseUrl" | "spaceId";
    return required && !secret && before[field] !== after[field];
  });
}

/**
 * Returns the stored key if it may be kept; null if the integration uses OAuth. A stored key is never sent to another
 * platform or host, because somebody with a stolen session could read it there. If the URL is only a note, the key is
 * sent to the platform only.
 */
function getKeyToKeep({ secrets }: Deps, before: KnowledgeIntegrationRow, after: Fields): string | null {
  const goesToBaseUrl = getKnowledgeManifest(after.type).fields.some(
    ({ key, required }) => key === "baseUrl" && required,
  );
  const isSameHost = before.type === after.type && (!goesToBaseUrl || hostOf(before.baseUrl) === hostOf(after.baseUrl));
  if (isSameHost && before.grantId) return null;
  if (isSameHost) return openApiKey(secrets, before);
  const message = "Enter the token again: a stored one is never sent to another address.";
  throw invalid(message, [{ path: "apiKey", message }]);
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address);
