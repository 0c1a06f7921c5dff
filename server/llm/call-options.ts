import type { LanguageModelV4Message, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { ModelQuestion } from "../../engine/model/index.ts";
import { estimateTokens } from "../../engine/model/index.ts";
import { findKnownModel } from "./models.ts";
import type { Provider } from "./providers.ts";
import { PURPOSE_FACTS, ROOM_FOR_THINKING } from "./purposes.ts";

/** The model that a question is sent to. */
export interface AskedModel {
  provider: Provider;
  name: string;
  contextTokens: number;
}

type Instructed = Pick<ModelQuestion<never>, "purpose" | "promptVersion" | "instructions">;
type Reasoning = "none" | "low" | "provider-default";

/** Minimum tokens from which a provider caches the instructions. */
const CACHED_FROM = { openai: 1_024, anthropic: 512 } as const;

/** How much a model thinks about a question of this purpose. */
export function chooseReasoning({ provider, name }: AskedModel, { purpose }: Pick<Instructed, "purpose">): Reasoning {
  const wanted = PURPOSE_FACTS[purpose].reasoning;
  // Gemini 4 refuses the value 'none'.
  if (/gemini-4/.test(name)) return "low";
  if (provider === "mistral" || provider === "ollama") return "none";
  // A self-hosted server may refuse an unknown setting.
  if (provider === "openai-compatible" || provider === "openrouter" || (provider === "bedrock" && !/claude/.test(name)))
    return "provider-default";
  return wanted;
}

/** Marks the instructions for caching where a provider needs it, because all questions of a purpose share them. */
export function buildInstructions(
  { provider, name }: AskedModel,
  { instructions }: Instructed,
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

/** Models that write, and bill, every prompt to the cache unless the cached part is marked. */
const writesCache = (provider: Provider, name: string) => provider === "openai" && /^gpt-(?:5\.[6-9]|[6-9])/.test(name);

/** Options that keep the provider from storing more than it needs. */
export function buildProviderOptions(
  { provider, name }: AskedModel,
  { purpose, promptVersion }: Instructed,
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
          // Routes only to hosts that enforce the schema and do not store the data.
          provider: { require_parameters: true, data_collection: "deny" },
          reasoning: PURPOSE_FACTS[purpose].reasoning === "none" ? { enabled: false } : { effort: "low" },
        },
      };
    default:
      return {};
  }
}

/** Output limit for the answer and the thinking before it, within the model's window. */
export function computeOutputLimit(
  { name, contextTokens }: AskedModel,
  { purpose, maxOutputTokens }: Pick<ModelQuestion<never>, "purpose" | "maxOutputTokens">,
  inputTokens: number,
): number {
  const wanted = maxOutputTokens + ROOM_FOR_THINKING[PURPOSE_FACTS[purpose].reasoning];
  const most = Math.min(contextTokens - inputTokens, findKnownModel(name)?.maxOutputTokens ?? contextTokens);
  return Math.max(maxOutputTokens, Math.min(wanted, most));
}
