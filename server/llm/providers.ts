import { MODEL_PROVIDERS, type ModelProvider } from "../../shared/domain/model-providers.ts";

export const PROVIDERS = MODEL_PROVIDERS;
export type Provider = ModelProvider;

/** The default address of each provider. For a provider without an entry, customers enter the address. */
export const PROVIDER_ADDRESSES: Partial<Record<Provider, string>> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  mistral: "https://api.mistral.ai/v1",
  openrouter: "https://openrouter.ai/api/v1",
  ollama: "http://127.0.0.1:11434",
};

/** True if the provider requires an API key; a self-hosted server may need no key. */
export const needsKey = (provider: string) => provider !== "openai-compatible" && provider !== "ollama";
export const needsAddress = (provider: string) => provider === "openai-compatible" || provider === "azure";
