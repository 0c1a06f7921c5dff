import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { extractJsonMiddleware, type LanguageModel, wrapLanguageModel } from "ai";
import type { Env } from "../env.ts";

export type Provider = NonNullable<Env["LLM_PROVIDER"]>;
export type ProviderSettings = Pick<Env, "LLM_API_KEY" | "LLM_MODEL" | "LLM_BASE_URL">;

/** Said here and not left to the packages: they would take another address from the environment. */
const ADDRESSES: Record<Exclude<Provider, "openai-compatible">, string> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
};

/** The configured model. Every call of it goes through `fetch`. */
export function openLanguageModel(
  provider: Provider,
  { LLM_API_KEY, LLM_MODEL = "", LLM_BASE_URL }: ProviderSettings,
  fetch: typeof globalThis.fetch,
): LanguageModel {
  // The package prints hints about models to the console; the log is ours.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const apiKey = LLM_API_KEY?.reveal() ?? "";
  const baseURL = LLM_BASE_URL ?? (provider === "openai-compatible" ? "" : ADDRESSES[provider]);
  const settings = { apiKey, baseURL, fetch };
  const model = {
    openai: () => createOpenAI(settings)(LLM_MODEL),
    anthropic: () => createAnthropic(settings)(LLM_MODEL),
    google: () => createGoogle(settings)(LLM_MODEL),
    "openai-compatible": () =>
      createOpenAICompatible({
        baseURL,
        fetch,
        name: "openai-compatible",
        // Without it the schema is left out of the request, silently.
        supportsStructuredOutputs: true,
        // Of an answer that arrives word by word, too, it is said what it cost.
        includeUsage: true,
        ...(apiKey && { apiKey }),
      })(LLM_MODEL),
  }[provider]();
  return wrapLanguageModel({ model, middleware: extractJsonMiddleware() });
}
