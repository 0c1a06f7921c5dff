import type { z } from "zod";
import { createSafeFetch } from "../../../connectors/safe-fetch.ts";
import type { languageModelEndpoints, ModelTest } from "../../../shared/contract/language-model.ts";
import { inWorkspace, readInWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { defineEvent } from "../../domain-event.ts";
import { forbidden, invalid } from "../../errors.ts";
import { storeCall } from "../../llm/call-queries.ts";
import { type CheckedCall, checkModel } from "../../llm/check-model.ts";
import { findModelSettings, type ModelSettingsRow, saveModelSettings } from "../../llm/model-settings-queries.ts";
import { needsAddress, needsKey } from "../../llm/providers.ts";
import {
  createConnectionOpener,
  getOperatorConnection,
  getSpendingCaps,
  listAllowedAddresses,
  listOperatorAddresses,
  type ModelConnection,
  readModelConnection,
} from "../../llm/workspace-models.ts";
import { locateModelKey } from "../../secrets/key-ring.ts";

/** Event: model, key or cap has changed, so that waiting work resumes. */
export const modelChanged = defineEvent<Pick<Deps, "queue" | "events">, null>("model changed");

export type ModelSettingsInput = z.output<(typeof languageModelEndpoints)["PUT /api/language-model"]["body"]>;
type GivenModelSettings = Omit<ModelSettingsInput, "models">;

const NOT_ALLOWED =
  "The operator of this installation chose its language model for all workspaces: keys of your own are switched off (LLM_OWN_KEYS=no).";

export const explainNoOwnKeys = ({ env }: Pick<Deps, "env">): string | null => (env.LLM_OWN_KEYS ? null : NOT_ALLOWED);

/** Returns a guarded fetch for the operator's address, or for addresses that workspaces may enter. */
export function chooseFetch({ env }: Pick<Deps, "env">, isOperators: boolean): typeof globalThis.fetch {
  return createSafeFetch({
    allow: [...env.EGRESS_ALLOW, ...(isOperators ? listOperatorAddresses(env) : listAllowedAddresses(env))],
    ...(env.EGRESS_PROXY && { proxy: env.EGRESS_PROXY.reveal() }),
    timeoutMs: env.LLM_TIMEOUT_SECONDS * 1000 * 6,
  });
}

/**
 * Builds the connection from the entered values. Uses the stored key only for the same server, so that a key is never sent to
 * another server.
 */
export async function buildGivenConnection(
  deps: Deps,
  workspaceId: string,
  given: GivenModelSettings,
): Promise<ModelConnection> {
  const why = explainNoOwnKeys(deps);
  if (why) throw forbidden(why);
  const { provider, address = null, region = null } = given;
  if (needsAddress(provider) && !address) throw invalid("Give the address of the server.");
  const row = await readInWorkspace(deps.db, workspaceId, findModelSettings);
  const stored = row && readModelConnection(row, deps.secrets);
  const isSame = stored && stored.provider === provider && stored.address === address && stored.region === region;
  const apiKey = given.key?.trim() ?? (isSame ? stored.apiKey : "");
  if (needsKey(provider) && !apiKey) throw invalid("Give the key.");
  return { provider, address: address?.replace(/\/+$/, "") ?? null, region, apiKey, models: { main: "" } };
}

/** Calls the model once for each purpose; the workspace pays for the calls. */
export async function testConnection(
  deps: Deps,
  workspaceId: string,
  connection: ModelConnection,
  isOperators: boolean,
): Promise<ModelTest> {
  const { env } = deps;
  const row = await readInWorkspace(deps.db, workspaceId, findModelSettings);
  const fetch = chooseFetch(deps, isOperators);
  const open = createConnectionOpener({ env, fetch, ownFetch: fetch });
  const set = await open(connection, { key: "test", isOperators, caps: getSpendingCaps(env, row) });
  return checkModel(set, (call) => inWorkspace(deps.db, workspaceId, (scope) => storeCall(scope, [callOf(call)])));
}

function callOf({ question, model, result, milliseconds, costMicros }: CheckedCall) {
  return {
    purpose: question.purpose,
    provider: model.provider,
    model: model.name,
    inputHash: "test",
    output: null,
    outcome: result.kind === "answer" ? "ok" : result.kind === "failed" ? "failed" : "unusable",
    ...result.usage,
    costMicros,
    milliseconds,
  } as const;
}

/** Tests the model that the workspace uses now. */
export async function testCurrentModel(deps: Deps, workspaceId: string): Promise<ModelTest> {
  const row = await readInWorkspace(deps.db, workspaceId, findModelSettings);
  const own = row && deps.env.LLM_OWN_KEYS ? readModelConnection(row, deps.secrets) : null;
  const connection = own ?? getOperatorConnection(deps.env);
  if (!connection) throw invalid("No language model is set up. Choose a provider first.");
  return testConnection(deps, workspaceId, connection, !own);
}

export async function changeModel(
  deps: Pick<Deps, "queue" | "events">,
  scope: WorkspaceScope,
  values: Parameters<typeof saveModelSettings>[1],
): Promise<void> {
  await saveModelSettings(scope, values);
  await modelChanged.announce(deps, scope, null);
}

/** Saves the model after a test in which every purpose has answered. */
export async function saveOwnModel(
  deps: Deps,
  workspaceId: string,
  given: ModelSettingsInput,
): Promise<{ saved: boolean; test: ModelTest }> {
  const connection = { ...(await buildGivenConnection(deps, workspaceId, given)), models: given.models };
  const test = await testConnection(deps, workspaceId, connection, false);
  if (test.works)
    await inWorkspace(deps.db, workspaceId, (scope) =>
      changeModel(deps, scope, valuesOf(deps, workspaceId, connection)),
    );
  return { saved: test.works, test };
}

/** Replaces the API key of the same server. */
export async function rotateKey(
  deps: Deps,
  workspaceId: string,
  key: string,
): Promise<{ saved: boolean; test: ModelTest }> {
  const row = await readInWorkspace(deps.db, workspaceId, findModelSettings);
  const stored = row && readModelConnection(row, deps.secrets);
  if (!stored) throw invalid("This workspace has no language model of its own.");
  const connection = { ...stored, apiKey: key.trim() };
  const test = await testConnection(deps, workspaceId, connection, false);
  if (test.works)
    await inWorkspace(deps.db, workspaceId, (scope) =>
      changeModel(deps, scope, valuesOf(deps, workspaceId, connection)),
    );
  return { saved: test.works, test };
}

export const NO_OWN_MODEL = {
  provider: null,
  address: null,
  region: null,
  keySealed: null,
  keyLast4: null,
  models: null,
  testedAt: null,
} as const satisfies Partial<ModelSettingsRow>;

const SHOWN_OF_KEY = 4;

function valuesOf(
  { secrets }: Deps,
  workspaceId: string,
  { provider, address, region, apiKey, models }: ModelConnection,
) {
  return {
    provider,
    address,
    region,
    keySealed: apiKey ? secrets.seal(apiKey, locateModelKey(workspaceId)) : null,
    // Ignores the punctuation at the end of a service account's key file.
    keyLast4: apiKey.length >= 4 * SHOWN_OF_KEY ? apiKey.replace(/\W+$/, "").slice(-SHOWN_OF_KEY) : null,
    models,
    testedAt: new Date(),
  };
}
