import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import type { LanguageModel, ModelQuestion } from "../../engine/model/index.ts";
import { toEgressEntry } from "../../server/egress-entry.ts";
import { loadEnv } from "../../server/env.ts";
import { generateAnswer } from "../../server/llm/generate.ts";
import { PROVIDER_ADDRESSES } from "../../server/llm/providers.ts";
import { PURPOSE_FACTS } from "../../server/llm/purposes.ts";
import { createConnectionOpener, createPriceLookup, getOperatorConnection } from "../../server/llm/workspace-models.ts";

/** The number of calls and tokens. */
export interface ModelUsage {
  calls: number;
  input: number;
  output: number;
}

export interface MeasuredModel {
  /** The name in tables: 'llama3.1 at openai-compatible'. */
  name: string;
  /** In dollars per million tokens; both 0 for a self-hosted model. */
  price: { input: number; output: number };
  /** Opens the model. Every call is counted in `spent`. */
  open(spent: ModelUsage): Pick<LanguageModel, "ask" | "contextTokens">;
}

/**
 * Loads the model from the installation's settings (`LLM_PROVIDER` and others). It counts the tokens that the provider
 * bills.
 */
export async function loadConfiguredModel(): Promise<MeasuredModel> {
  const env = loadEnv({ LOG_LEVEL: "error", ...process.env });
  const connection = getOperatorConnection(env);
  if (!connection) throw new Error("No model is configured: set LLM_PROVIDER and LLM_MODEL (docs/language-models.md).");
  const allow = [...env.EGRESS_ALLOW, ...toEgressEntry(env.LLM_BASE_URL ?? PROVIDER_ADDRESSES[connection.provider])];
  const fetch = createSafeFetch({ allow, timeoutMs: env.LLM_TIMEOUT_SECONDS * 1000 * 6 });
  const caps = { dailyDollars: null, monthlyDollars: null, dailyTokens: null };
  const open = createConnectionOpener({ env, fetch, ownFetch: fetch });
  const { models, patience } = await open(connection, { key: "", isOperators: true, caps });
  const { input, output } = createPriceLookup(env, true)(connection.models.main, 1) ?? { input: 0, output: 0 };
  return {
    name: `${connection.models.main} at ${connection.provider}`,
    price: { input, output },
    open: (spent) => ({
      contextTokens: models.main.contextTokens,
      async ask<Answer>(question: ModelQuestion<Answer>) {
        const result = await generateAnswer(models[PURPOSE_FACTS[question.purpose].job], question, patience);
        spent.calls++;
        spent.input += result.usage.inputTokens;
        spent.output += result.usage.outputTokens;
        if (result.kind === "failed")
          return { kind: "waits", reason: "outage", until: null, sentence: result.problem } as const;
        return result;
      },
    }),
  };
}
