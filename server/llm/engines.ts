import type { Logger } from "pino";
import type { Engines } from "../../engine/contract.ts";
import type { Encoder } from "../../engine/encoder/meaning.ts";
import { answerWithModel } from "../../engine/model/answer.ts";
import { createLlmEngine } from "../../engine/model/llm-engine.ts";
import { type Model, ModelGaveUp } from "../../engine/model/model.ts";
import { JUDGE } from "../../engine/model/prompts/prompts.ts";
import { LEAST_CONTEXT_TOKENS } from "../../engine/model/tokens.ts";
import { createEngineThread } from "../../engine/thread/engine-thread.ts";
import type { Database } from "../db/workspace-scope.ts";
import type { Env } from "../env.ts";
import type { BrowserEvents } from "../http/browser-events.ts";
import type { ModelSettings } from "./accounted-model.ts";
import { watchOutages } from "./outage.ts";
import { tellFallback } from "./tell-fallback.ts";

export interface EnginesOptions {
  db: Database;
  events: BrowserEvents;
  log: Logger;
  env: Pick<Env, Extract<keyof Env, `LLM_${string}`>>;
  /** The guarded one, with no shorter limit than LLM_TIMEOUT_SECONDS. */
  fetch: typeof globalThis.fetch;
  /** Reads meaning for the local engine; without one the engine has its own. */
  encoder?: Encoder;
}

const CONTEXT_TOKENS = 16_000;
const TRIAL_TOKENS = 1_000;

/** What calls models is loaded where one is configured: it takes 15 MB. */
export async function createEngines({ env, db, events, fetch, log, encoder }: EnginesOptions): Promise<Engines> {
  const local = createEngineThread({ encoder });
  const { LLM_PROVIDER: provider, LLM_MODEL: name = "", LLM_CONTEXT_TOKENS: contextTokens = CONTEXT_TOKENS } = env;
  if (!provider) return { forWorkspace: async () => local, description: "local engine (no key, no network)" };
  if (contextTokens < LEAST_CONTEXT_TOKENS) {
    const description = `local engine (LLM_CONTEXT_TOKENS is too small for ${name}: it takes ${LEAST_CONTEXT_TOKENS} or more)`;
    return { forWorkspace: async () => local, description };
  }
  const [{ openLanguageModel }, { createAccountedModel }] = await Promise.all([
    import("./provider.ts"),
    import("./accounted-model.ts"),
  ]);
  const settings: ModelSettings = {
    languageModel: openLanguageModel(provider, env, fetch),
    provider,
    name,
    contextTokens,
    inputPrice: env.LLM_INPUT_PRICE_PER_MTOK ?? 0,
    outputPrice: env.LLM_OUTPUT_PRICE_PER_MTOK ?? 0,
    dailyCap: env.LLM_DAILY_CAP_USD,
    dailyTokens: env.LLM_DAILY_CAP_TOKENS ?? null,
    timeoutMs: env.LLM_TIMEOUT_SECONDS * 1000,
  };
  const shared = {
    outages: watchOutages(settings.timeoutMs / 5),
    underWay: new Map<string, { micros: number; tokens: number }>(),
  };
  return {
    forWorkspace: async (workspaceId) =>
      createLlmEngine({
        local,
        model: createAccountedModel(db, workspaceId, settings, shared),
        onFallback: (fallback) => tellFallback({ db, events, log }, workspaceId, name, fallback),
      }),
    async writeAnswer(workspaceId, asked, options) {
      try {
        return await answerWithModel(createAccountedModel(db, workspaceId, settings, shared), asked, options);
      } catch (error) {
        if (!(error instanceof ModelGaveUp)) throw error;
        const { kind, message: problem } = error;
        const fallback = { step: "answer", kind, problem, conversationKey: null } as const;
        if (!options.signal.aborted || options.signal.reason?.name === "TimeoutError")
          await tellFallback({ db, events, log }, workspaceId, name, fallback);
        return null;
      }
    },
    tryModel: (workspaceId) => tryModel(createAccountedModel(db, workspaceId, settings, shared)),
    description: `local engine, then ${name} at ${provider}, ${budgetOf(settings)}`,
  };
}

const TRIED = [
  { number: 1, by: "person 1", text: "How do I restart the worker after a deployment?" },
  { number: 2, by: "person 2", text: "Run the restart job of the scheduler and wait for its log line." },
];

/** The time makes it a question of its own: the answer to the last try is not taken for this one's. */
async function tryModel(model: Model): Promise<{ works: boolean; message: string }> {
  const started = performance.now();
  const data = { messages: TRIED, at: new Date().toISOString() };
  const reply = await model.ask({ ...JUDGE, data, maxOutputTokens: TRIAL_TOKENS });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (reply.kind === "answer") return { works: true, message: `It answered in ${seconds} seconds.` };
  if (reply.kind === "waits") return { works: false, message: reply.sentence };
  if (reply.kind === "refused") return { works: false, message: reply.problem };
  return { works: false, message: `It answered, but not in the form it was asked for. ${reply.problem}` };
}

function budgetOf({ inputPrice, outputPrice, dailyCap, dailyTokens }: ModelSettings): string {
  const tokens = dailyTokens === null ? "" : `at most ${dailyTokens} tokens a workspace and day`;
  if (inputPrice + outputPrice > 0)
    return [`at most ${dailyCap} US dollars a workspace and day`, tokens].filter(Boolean).join(", ");
  return tokens
    ? `without a price, ${tokens}`
    : "without a price, so without a daily cap (LLM_INPUT_PRICE_PER_MTOK, LLM_OUTPUT_PRICE_PER_MTOK)";
}
