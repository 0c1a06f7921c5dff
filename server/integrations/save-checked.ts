import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { invalid } from "../errors.ts";
import type { ChatIntegrationRow } from "./chat-integration-queries.ts";
import {
  type CheckOutcome,
  checkChatForSaving,
  checkForSaving,
  storeSavedChatCheck,
  storeSavedCheck,
} from "./check.ts";
import type { KnowledgeIntegrationRow } from "./knowledge-integration-queries.ts";

interface StoredIntegration {
  row: KnowledgeIntegrationRow;
  /** The integration has another destination or token than before. */
  isNewPlace: boolean;
}

/**
 * Stores an integration unless its platform refuses it. The reason for the refusal appears at its field. If the
 * platform cannot be reached, the integration is stored as untested.
 */
export async function saveCheckedKnowledgeIntegration<T extends StoredIntegration>(
  deps: Deps,
  workspaceId: string,
  store: (scope: WorkspaceScope) => Promise<T>,
): Promise<{ stored: T; row: KnowledgeIntegrationRow; notTested?: string }> {
  const { row, isNewPlace } = await simulateSave(deps, workspaceId, store);
  const outcome = isNewPlace && row.isActive ? await checkForSaving(deps, row) : null;
  if (outcome && !outcome.works && !outcome.isUnknown) throw refusal(outcome);
  const stored = await inWorkspace(deps.db, workspaceId, store);
  return { stored, ...(outcome ? await storeSavedCheck(deps, stored.row, outcome) : { row: stored.row }) };
}

/**
 * Saves a chat integration after a test. An existing integration is saved even if the test fails, so that a person can
 * rename it.
 */
export async function saveCheckedChatIntegration<
  T extends { row: ChatIntegrationRow; isTried: boolean; isNew: boolean },
>(
  deps: Deps,
  workspaceId: string,
  store: (scope: WorkspaceScope) => Promise<T>,
): Promise<{ stored: T; row: ChatIntegrationRow; notTested?: string }> {
  const { row, isTried, isNew } = await simulateSave(deps, workspaceId, store);
  const outcome = isTried ? await checkChatForSaving(deps, row) : null;
  if (outcome && isNew && !outcome.works && !outcome.isUnknown) throw chatRefusal(outcome);
  const stored = await inWorkspace(deps.db, workspaceId, store);
  return { stored, ...(outcome ? await storeSavedChatCheck(deps, stored.row, outcome) : { row: stored.row }) };
}

function chatRefusal({ message, field, credentials = [] }: CheckOutcome) {
  const wrong = credentials.filter(({ state }) => state === "refused");
  const fields = field ? [{ field, text: message }] : wrong;
  return invalid(
    message,
    fields.map((one) => ({ path: `config.${one.field}`, message: one.text })),
  );
}

const refusal = ({ message, field = "apiKey" }: CheckOutcome) => invalid(message, [{ path: field, message }]);

class RolledBack extends Error {}

/** Returns the row that would be stored, and rolls back. The test then calls the platform outside a transaction. */
async function simulateSave<T>(
  { db }: Deps,
  workspaceId: string,
  store: (scope: WorkspaceScope) => Promise<T>,
): Promise<T> {
  let planned: { value: T } | undefined;
  await inWorkspace(db, workspaceId, async (scope) => {
    planned = { value: await store(scope) };
    throw new RolledBack();
  }).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  if (!planned) throw new Error("Nothing was planned.");
  return planned.value;
}
