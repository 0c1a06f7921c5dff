import type { CredentialCheck, SourceCheck } from "../../connectors/chat-source.ts";
import { findInCauses } from "../../connectors/checked-connector.ts";
import {
  AddressNotAllowed,
  ConnectorError,
  CredentialsRejected,
  DestinationNotVisible,
  MissingPermission,
} from "../../connectors/errors.ts";
import type { ConnectorManifest } from "../../connectors/manifest.ts";
import { getManifest, type KnowledgePlatform } from "../../connectors/manifests.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { type ChatIntegrationRow, setTeamOfChannels, storeChatCheck } from "./chat-integration-queries.ts";
import { findChatSource } from "./chat-sources.ts";
import { explainTrouble, openChatConfig, openKnowledgeConfig } from "./credentials.ts";
import { targetWorksAgain } from "./events.ts";
import { type KnowledgeIntegrationRow, storeKnowledgeCheck } from "./knowledge-integration-queries.ts";
import { findRefusedCredential, listRequestProofs, listTestProofs } from "./proofs.ts";
import { getKnowledgeManifest, listMissingFields } from "./validate.ts";

/** The result of an integration's test; `message` is the sentence to show. */
export interface CheckOutcome {
  works: boolean;
  message: string;
  warnings: string[];
  team: { teamId: string | null; teamUrl: string | null; mayPost: boolean | null } | null;
  /** The result for each credential; empty if the platform could not be reached. */
  credentials?: CredentialCheck[];
  /** The origin of a working knowledge target, if it differs from the entered address. */
  origin?: string | null;
  /** The form's field that the person has to correct. */
  field?: string;
  /** The platform did not answer in time, so nothing is known about the credentials. */
  isLate?: boolean;
  /** The platform could not be reached for any reason. */
  isUnknown?: boolean;
}

/**
 * The time limit of a check on saving, because a person waits for the form to close. A slower platform counts as
 * unanswered.
 */
const LONGEST_CHECK_MS = 8_000;
/** The time limit of a test, because a person waits for it. */
const LONGEST_TEST_MS = 30_000;
const SOMETHING_UNEXPECTED = "The test stopped because of an error on our side. Nothing was changed; please try again.";

/**
 * Tests the integration and stores the reason if it fails. If it works, publications that were given up are retried.
 */
export async function testKnowledgeIntegration(deps: Deps, row: KnowledgeIntegrationRow): Promise<CheckOutcome> {
  const outcome = await checkKnowledgeIntegration(deps, row, LONGEST_TEST_MS);
  await inWorkspace(deps.db, row.workspaceId, async (scope) => {
    await storeKnowledgeOutcome(deps, scope, row, outcome);
  });
  return outcome;
}

async function storeKnowledgeOutcome(
  deps: Deps,
  scope: WorkspaceScope,
  row: KnowledgeIntegrationRow,
  outcome: CheckOutcome,
) {
  const { works, message, origin } = outcome;
  const noted = await storeKnowledgeCheck(
    scope,
    row,
    works ? { trouble: null, origin: origin ?? null } : { trouble: message },
  );
  if (works && row.isActive) await targetWorksAgain.announce(deps, scope, { integrationId: row.id });
  await deps.events.notify(scope, { type: "integration", id: row.id });
  return noted;
}

/**
 * Tests an integration before it is saved, with a short time limit because a person waits. Nothing is stored before the
 * test ends. If the test ends this process, the next process therefore does not repeat it.
 */
export const checkForSaving = (deps: Deps, row: KnowledgeIntegrationRow): Promise<CheckOutcome> =>
  checkKnowledgeIntegration(deps, row, LONGEST_CHECK_MS);

/** Stores the result of `checkForSaving` after saving. */
export async function storeSavedCheck(
  deps: Deps,
  row: KnowledgeIntegrationRow,
  outcome: CheckOutcome,
): Promise<{ row: KnowledgeIntegrationRow; notTested?: string }> {
  const isAsBefore = outcome.works && (outcome.origin ?? null) === row.origin;
  if (isAsBefore) return { row };
  if (outcome.isLate) return { row, notTested: `${outcome.message} It is saved; press Test to try it again.` };
  return {
    row: await inWorkspace(deps.db, row.workspaceId, (scope) => storeKnowledgeOutcome(deps, scope, row, outcome)),
  };
}

/** Tests the integration and stores the reason if it fails. Stores the team for the integration and its channels. */
export async function testChatIntegration(deps: Deps, row: ChatIntegrationRow): Promise<CheckOutcome> {
  const outcome = await checkChatIntegration(deps, row, LONGEST_TEST_MS);
  await storeChatOutcome(deps, row, outcome);
  return outcome;
}

async function storeChatOutcome(
  deps: Deps,
  row: ChatIntegrationRow,
  outcome: CheckOutcome,
): Promise<ChatIntegrationRow> {
  const { works, message, team, credentials = [], isUnknown } = outcome;
  return inWorkspace(deps.db, row.workspaceId, async (scope) => {
    const proofs = isUnknown ? null : listTestProofs(row.platform, credentials);
    const noted = await storeChatCheck(scope, row, { trouble: works ? null : message, ...team }, proofs);
    if (team?.teamId) await setTeamOfChannels(scope, row.id, team.teamId);
    await deps.events.notify(scope, { type: "integration", id: row.id });
    return noted;
  });
}

/** Tests an integration before it is saved; null if it is incomplete, switched off, or cannot be tested. */
export async function checkChatForSaving(deps: Deps, row: ChatIntegrationRow): Promise<CheckOutcome | null> {
  const manifest = getManifest(row.platform);
  const isUnfinished = !row.grantId && listMissingFields(manifest, { ...row.config, ...row.secrets }).length > 0;
  const isBlank = !row.grantId && Object.keys(row.secrets).length === 0;
  if (isUnfinished || isBlank || !row.isActive) return null;
  return checkChatIntegration(deps, row, LONGEST_CHECK_MS);
}

/**
 * Stores the result of `checkChatForSaving` after saving. If the platform could not be reached, the credentials' proofs
 * stay.
 */
export async function storeSavedChatCheck(
  deps: Deps,
  row: ChatIntegrationRow,
  outcome: CheckOutcome,
): Promise<{ row: ChatIntegrationRow; notTested?: string }> {
  if (outcome.isUnknown)
    return { row, notTested: `${outcome.message} It is saved but not checked yet. Press Test to try it again.` };
  return { row: await storeChatOutcome(deps, row, outcome) };
}

async function checkKnowledgeIntegration(
  deps: Deps,
  row: KnowledgeIntegrationRow,
  longestMs: number,
): Promise<CheckOutcome> {
  return toOutcome(deps, { manifest: getKnowledgeManifest(row.type), longestMs }, async (signal) => {
    const target = deps.connectors.targets[row.type as KnowledgePlatform];
    const found = await target.check(openKnowledgeConfig(deps.secrets, row), signal);
    return {
      works: true,
      message: `Connected as ${found.account}; articles go to ${found.place}.`,
      warnings: found.warnings,
      team: null,
      origin: found.origin ?? null,
    };
  });
}

async function checkChatIntegration(deps: Deps, row: ChatIntegrationRow, longestMs: number): Promise<CheckOutcome> {
  const manifest = getManifest(row.platform);
  return toOutcome(deps, { manifest, longestMs, entered: Object.keys(row.secrets) }, async (signal) => {
    const config = openChatConfig(deps.secrets, row);
    const missing = row.grantId ? [] : listMissingFields(manifest, config);
    if (missing.length > 0) return toRefusal(`Missing: ${missing.join(", ")}. Edit the integration and fill this in.`);
    const source = findChatSource(deps.connectors, row.platform);
    if (!source) return toRefusal(`${manifest.name} cannot be read by this version.`);
    return outcomeOfCheck(row, await source.check(config, signal));
  });
}

/**
 * Builds a test's result. A refused credential fails the test even if reading works, because people enter every
 * credential for a purpose.
 */
function outcomeOfCheck(row: ChatIntegrationRow, found: SourceCheck): CheckOutcome {
  const { account, teamId, teamUrl, mayPost = null, credentials = [] } = found;
  const wrong = credentials.filter(({ state }) => state === "refused").map(({ text }) => text);
  const unknown = credentials.filter(({ state }) => state === "unknown").map(({ text }) => text);
  const signedByAnother = listRequestProofs(row).filter(({ state }) => state === "refused");
  return {
    works: wrong.length === 0,
    message: wrong.length === 0 ? `Connected to ${account}.` : `Connected to ${account}, but: ${wrong.join(" ")}`,
    warnings: [...found.warnings, ...unknown, ...signedByAnother.map(({ text }) => text)],
    team: { teamId, teamUrl, mayPost },
    credentials,
  };
}

async function toOutcome(
  deps: Deps,
  {
    manifest,
    longestMs,
    entered = [],
  }: { manifest: ConnectorManifest; longestMs: number; entered?: readonly string[] },
  check: (signal: AbortSignal) => Promise<CheckOutcome>,
): Promise<CheckOutcome> {
  const signal = AbortSignal.timeout(longestMs);
  try {
    return await check(signal);
  } catch (error) {
    if (signal.aborted)
      return {
        ...toRefusal(`${manifest.name} did not answer within ${longestMs / 1000} seconds.`),
        isLate: true,
        isUnknown: true,
      };
    const trouble = explainTrouble(error);
    if (trouble !== null)
      return {
        ...toRefusal(trouble),
        field: findField(manifest, error, entered),
        credentials: findRefusedCredential(manifest, error),
        isUnknown: isUnreachable(manifest, error),
      };
    deps.log.error({ err: error }, "An integration test failed unexpectedly");
    return { ...toRefusal(SOMETHING_UNEXPECTED), isUnknown: true };
  }
}

const toRefusal = (message: string): CheckOutcome => ({ works: false, message, warnings: [], team: null });

/**
 * The form's field that belongs to an error: the address if it is forbidden, or the token if it is wrong or lacks a
 * right. Otherwise the destination.
 */
function findField(manifest: ConnectorManifest, error: unknown, entered: readonly string[]): string {
  const { fields } = manifest;
  const address = refusedAddress(manifest, error);
  if (address) return address;
  const [tried] = findRefusedCredential(manifest, error);
  if (tried) return tried.field;
  const isPlace = error instanceof DestinationNotVisible;
  const isToken = !isPlace && (error instanceof CredentialsRejected || error instanceof MissingPermission);
  const place = fields.find(({ key, required }) => required && key === "spaceId")?.key;
  const secrets = fields.filter(({ secret }) => secret).map(({ key }) => key);
  return (isToken ? undefined : place) ?? secrets.find((key) => entered.includes(key)) ?? secrets[0] ?? "apiKey";
}

/** The field with the address that our own rules forbid; undefined if the form has no address field. */
const refusedAddress = ({ fields }: ConnectorManifest, error: unknown): string | undefined =>
  findInCauses(error, AddressNotAllowed)
    ? fields.find(({ key, required }) => required && key === "baseUrl")?.key
    : undefined;

const isUnreachable = (manifest: ConnectorManifest, error: unknown) =>
  !refusedAddress(manifest, error) &&
  error instanceof ConnectorError &&
  (error.code === "unreachable" || error.code === "rate-limited");
