import type { LanguageModelV4Message, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { Question } from "../../engine/model/index.ts";
import { estimateTokens } from "../../engine/model/index.ts";
import { knownModel } from "./models.ts";
import type { Provider } from "./providers.ts";
import { PURPOSES, ROOM_FOR_THINKING } from "./purposes.ts";

/** A model that a question can be put to. */
export interface Asking {
  provider: Provider;
  name: string;
  contextTokens: number;
}

type Instructed = Pick<Question<never>, "purpose" | "promptVersion" | "instructions">;
type Reasoning = "none" | "low" | "provider-default";

/** From so many tokens on a provider keeps the instructions for the next question. */
const CACHED_FROM = { openai: 1_024, anthropic: 512 } as const;

/** How much a model thinks about a question of this purpose. */
export function reasoningFor({ provider, name }: Asking, { purpose }: Pick<Instructed, "purpose">): Reasoning {
  const wanted = PURPOSES[purpose].reasoning;
  // Gemini 4 answers 'none' with an error.
  if (/gemini-4/.test(name)) return "low";
  if (provider === "mistral" || provider === "ollama") return "none";
  // A server of one's own may refuse a setting it does not know.
  if (provider === "openai-compatible" || provider === "openrouter" || (provider === "bedrock" && !/claude/.test(name)))
    return "provider-default";
  return wanted;
}

/** The instructions are the same for all questions of a purpose: where a provider wants to be told, they are marked to be kept. */
export function instructionsFor({ provider, name }: Asking, { instructions }: Instructed): LanguageModelV4Message {
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

/** These write every prompt to the cache and bill it unless they are told what to keep. */
const writesCache = (provider: Provider, name: string) => provider === "openai" && /^gpt-(?:5\.[6-9]|[6-9])/.test(name);

/** Nothing is stored at the provider beyond what it needs, and nothing is told that is not needed. */
export function providerOptionsFor(
  { provider, name }: Asking,
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
          // Only hosts that hold to the schema and keep nothing of what they are sent.
          provider: { require_parameters: true, data_collection: "deny" },
          reasoning: PURPOSES[purpose].reasoning === "none" ? { enabled: false } : { effort: "low" },
        },
      };
    default:
      return {};
  }
}

/** Room for the answer and what the model thinks before it, within its window. */
export function outputLimit(
  { name, contextTokens }: Asking,
  { purpose, maxOutputTokens }: Pick<Question<never>, "purpose" | "maxOutputTokens">,
  inputTokens: number,
): number {
  const wanted = maxOutputTokens + ROOM_FOR_THINKING[PURPOSES[purpose].reasoning];
  const most = Math.min(contextTokens - inputTokens, knownModel(name)?.maxOutputTokens ?? contextTokens);
  return Math.max(maxOutputTokens, Math.min(wanted, most));
}
