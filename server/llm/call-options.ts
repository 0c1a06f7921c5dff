import type { LanguageModelV4Message, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { ModelQuestion } from "../../engine/model/index.ts";
import { estimateTokens } from "../../engine/model/index.ts";
import { findKnownModel } from "./models.ts";
import type { Provider } from "./providers.ts";
import { PURPOSE_FACTS, REASONING_TOKENS } from "./purposes.ts";

/** The model to which a question is sent. */
export interface ModelTarget {
  provider: Provider;
  name: string;
  contextTokens: number;
}

type InstructedQuestion = Pick<ModelQuestion<never>, "purpose" | "promptVersion" | "instructions">;
type Reasoning = "none" | "low" | "provider-default";

/** The smallest number of instruction tokens that a provider caches. */
const CACHED_FROM = { openai: 1_024, anthropic: 512 } as const;

/** Chooses how much a model reasons about a question of this purpose. */
export function chooseReasoning(
  { provider, name }: ModelTarget,
  { purpose }: Pick<InstructedQuestion, "purpose">,
): Reasoning {
  const wanted = PURPOSE_FACTS[purpose].reasoning;
  // Gemini 4 refuses the value 'none'.
  if (/gemini-4/.test(name)) return "low";
  if (provider === "mistral" || provider === "ollama") return "none";
  // A self-hosted server may refuse unknown settings.
  if (provider === "openai-compatible" || provider === "openrouter" || (provider === "bedrock" && !/claude/.test(name)))
    return "provider-default";
  return wanted;
}

/**
 * Builds the instructions, which all questions of a purpose share. Marks them for caching if the provider needs such a mark.
 */
export function buildInstructions(
  { provider, name }: ModelTarget,
  { instructions }: InstructedQuestion,
): LanguageModelV4Message {
  const tokens = estimateTokens(instructions);
  const system = { role: "system", content: instructions } as const;
  if ((provider === "anthropic" || (provider === "vertex" && /claude/.test(name))) && tokens >= CACHED_FROM.anthropic)
    return { ...system, providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } };
  if (provider === "bedrock" && /claude/.test(name) && tokens >= CACHED_FROM.anthropic)
    return { ...system, providerOptions: { bedrock: { cachePoint: { type: "default" } } } };
  if (writesCache(provider, name) && tokens >= CACHED_FROM.openai)
    return { ...system, providerOptions: { openai: { promptCacheBreakpoint: { mode: "explicit" } } } };
  return system;
}

/** True for models that cache, and bill, every prompt unless the cached part is marked. */
const writesCache = (provider: Provider, name: string) => provider === "openai" && /^gpt-(?:5\.[6-9]|[6-9])/.test(name);

/** Builds options that prevent the provider from storing more than necessary. */
export function buildProviderOptions(
  { provider, name }: ModelTarget,
  { purpose, promptVersion }: InstructedQuestion,
): SharedV4ProviderOptions {
  const promptCacheKey = `${purpose}-${promptVersion}`;
  switch (provider) {
    case "openai":
    case "azure":
      return {
        openai: {
          store: false,
          reasoningSummary: null,
          promptCacheKey,
          ...(writesCache(provider, name) && { promptCacheOptions: { mode: "explicit" } }),
        },
      };
    case "mistral":
      return { mistral: { promptCacheKey } };
    case "openrouter":
      return {
        openrouter: {
          // Uses only hosts that enforce the schema and do not store the data.
          provider: { require_parameters: true, data_collection: "deny" },
          reasoning: PURPOSE_FACTS[purpose].reasoning === "none" ? { enabled: false } : { effort: "low" },
        },
      };
    default:
      return {};
  }
}

/** Computes the limit of output tokens for reasoning and answer, within the model's context window. */
export function computeOutputLimit(
  { name, contextTokens }: ModelTarget,
  { purpose, maxOutputTokens }: Pick<ModelQuestion<never>, "purpose" | "maxOutputTokens">,
  inputTokens: number,
): number {
  const wanted = maxOutputTokens + REASONING_TOKENS[PURPOSE_FACTS[purpose].reasoning];
  const most = Math.min(contextTokens - inputTokens, findKnownModel(name)?.maxOutputTokens ?? contextTokens);
  return Math.max(maxOutputTokens, Math.min(wanted, most));
}
