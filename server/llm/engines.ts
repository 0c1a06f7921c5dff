import type { Logger } from "pino";
import { type EngineFactory, ModelUnavailable } from "../../engine/contract.ts";
import type { Encoder } from "../../engine/encoder/meaning.ts";
import type { LanguageModel } from "../../engine/model/index.ts";
import { answerWithModel, createModelEngine, LEAST_CONTEXT_TOKENS, restateQuestion } from "../../engine/model/index.ts";
import { createEngineThread } from "../../engine/thread/engine-thread.ts";
import { type Database, readInWorkspace } from "../db/workspace-scope.ts";
import type { BrowserEvents } from "../http/browser-events.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { logCapAlmostReached } from "./log-almost-spent.ts";
import type { ModelDependencies } from "./model-accounts.ts";
import { isExcludedFromModel } from "./model-settings-queries.ts";
import { createPriceLookup, createWorkspaceModels, getOperatorConnection, type ModelEnv } from "./workspace-models.ts";

export interface EnginesOptions {
  db: Database;
  events: BrowserEvents;
  log: Logger;
  env: ModelEnv;
  /** A guarded fetch that may reach the operator's address, with a time limit for slow models. */
  fetch: typeof globalThis.fetch;
  /** A guarded fetch for workspaces' own addresses and keys; `fetch` by default. */
  ownFetch?: typeof globalThis.fetch;
  /** Decrypts the stored keys of workspaces. Without it workspaces cannot use their own keys. */
  secrets?: KeyRing;
  /** The local engine's encoder; by default a new one. */
  encoder?: Encoder;
}

/** Creates the engines. The code that calls models takes 15 MB of memory, so it is imported at the first call. */
export async function createEngines(options: EnginesOptions): Promise<EngineFactory> {
  const { env, db, events, fetch, log, encoder, ownFetch = fetch, secrets } = options;
  const local = createEngineThread({ encoder });
  const operators = getOperatorConnection(env);
  const modelsOf = createWorkspaceModels({ env, db, secrets, fetch, ownFetch });
  const accounts: ModelDependencies = {
    db,
    modelsOf: (workspaceId) => modelsOf(workspaceId),
    underWay: new Map(),
    onAlmostSpent: (workspaceId, cap, caps) => logCapAlmostReached({ db, events }, workspaceId, cap, caps),
  };
  /** Returns null if the workspace has no model, or a model whose context window is too small for a conversation. */
  async function modelFor(
    workspaceId: string,
    own: Partial<ModelDependencies> = {},
  ): Promise<{ model: LanguageModel; name: string } | null> {
    const used = { ...accounts, ...own };
    const set = await used.modelsOf(workspaceId);
    if (!set) return null;
    const { createBudgetedModel } = await import("./accounted-model.ts");
    const model = createBudgetedModel(used, workspaceId, set);
    return model.contextTokens < LEAST_CONTEXT_TOKENS ? null : { model, name: set.models.main.name };
  }
  /** Returns null if the model cannot answer now, because a waiting person then gets a result without the model. */
  async function ifItCan<Result>(
    workspaceId: string,
    work: (model: LanguageModel) => Promise<Result>,
  ): Promise<Result | null> {
    const found = await modelFor(workspaceId);
    if (!found) return null;
    try {
      return await work(found.model);
    } catch (error) {
      if (!(error instanceof ModelUnavailable)) throw error;
      log.warn({ workspaceId, reason: error.reason }, "The model could not answer a question now");
      return null;
    }
  }
  return {
    async forWorkspace(workspaceId, channelId, onCall) {
      const found = await modelFor(workspaceId, { ...(channelId && { channelId }), ...(onCall && { onCall }) });
      if (!found) return local;
      if (channelId && (await readInWorkspace(db, workspaceId, (scope) => isExcludedFromModel(scope, channelId))))
        return local;
      return createModelEngine(found.model, found.name);
    },
    async forTrial(workspaceId, { model: writer, onCall }) {
      const found = await modelFor(workspaceId, { modelsOf: (id) => modelsOf(id, writer), onCall });
      return found && createModelEngine(found.model, found.name);
    },
    hasModel: async (workspaceId) => (await modelFor(workspaceId)) !== null,
    writeAnswer: (workspaceId, asked, options) =>
      ifItCan(workspaceId, (model) => answerWithModel(model, asked, options)),
    restate: (workspaceId, question, signal) =>
      ifItCan(workspaceId, (model) => restateQuestion(model, question, signal)),
    description: operators ? describe(env, operators.models.main) : "local engine (no key, no network)",
  };
}

function describe(env: ModelEnv, name: string): string {
  if (env.LLM_CONTEXT_TOKENS !== undefined && env.LLM_CONTEXT_TOKENS < LEAST_CONTEXT_TOKENS)
    return `local engine (LLM_CONTEXT_TOKENS is too small for ${name}: it takes ${LEAST_CONTEXT_TOKENS} or more)`;
  const budget = [
    ...(createPriceLookup(env, true)(name, 1)
      ? [`at most ${env.LLM_DAILY_CAP_USD} US dollars a workspace and day`]
      : []),
    ...(env.LLM_DAILY_CAP_TOKENS ? [`at most ${env.LLM_DAILY_CAP_TOKENS} tokens a workspace and day`] : []),
  ];
  const unpriced = "without a price, so without a daily cap (LLM_INPUT_PRICE_PER_MTOK, LLM_OUTPUT_PRICE_PER_MTOK)";
  const caps = budget.length === 0 ? unpriced : budget.join(", ");
  const isPriced = createPriceLookup(env, true)(name, 1) !== null;
  return `local engine, then ${name} at ${env.LLM_PROVIDER}, ${isPriced || budget.length === 0 ? caps : `without a price, ${caps}`}`;
}
