import { createSafeFetch } from "../connectors/safe-fetch.ts";
import type { Model, Question } from "../engine/model/model.ts";
import { loadEnv } from "../server/env.ts";
import { generate } from "../server/llm/generate.ts";
import { openLanguageModel } from "../server/llm/provider.ts";
import { operatorPlace } from "../server/operator-place.ts";

/** Tokens of one kind of question. */
export interface Spent {
  calls: number;
  input: number;
  output: number;
}

export interface MeasuredModel {
  /** For the tables: 'llama3.1 at openai-compatible'. */
  name: string;
  /** Dollars for a million tokens; both 0 for a model of one's own. */
  price: { input: number; output: number };
  /** Every call is counted into what it is for. */
  open(judging: Spent, writing: Spent): Model;
}

/** The model that the settings of the installation name (`LLM_PROVIDER` and the rest), its tokens as it bills them. */
export function configuredModel(): MeasuredModel {
  const env = loadEnv({ LOG_LEVEL: "error", ...process.env });
  const { LLM_PROVIDER: provider, LLM_MODEL: model = "", LLM_CONTEXT_TOKENS: contextTokens = 16_000 } = env;
  if (!provider) throw new Error("No model is configured: set LLM_PROVIDER and LLM_MODEL (docs/language-models.md).");
  const timeoutMs = env.LLM_TIMEOUT_SECONDS * 1000;
  const allow = [...env.EGRESS_ALLOW, ...operatorPlace(env.LLM_BASE_URL)];
  const languageModel = openLanguageModel(provider, env, createSafeFetch({ allow, timeoutMs }));
  return {
    name: `${model} at ${provider}`,
    price: { input: env.LLM_INPUT_PRICE_PER_MTOK ?? 0, output: env.LLM_OUTPUT_PRICE_PER_MTOK ?? 0 },
    open: (judging, writing) => ({
      contextTokens,
      async ask<Answer>(question: Question<Answer>) {
        const result = await generate(languageModel, question, timeoutMs);
        const spent = question.purpose === "judge" ? judging : writing;
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
