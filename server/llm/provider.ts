import { createAmazonBedrock } from "@ai-sdk/amazon-bedrock";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createVertex } from "@ai-sdk/google-vertex";
import { createVertexAnthropic } from "@ai-sdk/google-vertex/anthropic";
import { createMistral } from "@ai-sdk/mistral";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { extractJsonMiddleware, wrapLanguageModel } from "ai";
import { createOllamaModel } from "./ollama.ts";
import { paceResponses } from "./paced-answers.ts";
import { PROVIDER_ADDRESSES, type Provider } from "./providers.ts";
import { createVertexAccess } from "./vertex-access.ts";

export interface ProviderConnection {
  provider: Provider;
  /** The API key; empty if a self-hosted server needs no key. */
  apiKey: string;
  /** The provider's address; null for the default address. */
  address: string | null;
  /** Region of a cloud provider, for example us-east-1 or europe-west4. */
  region: string | null;
}

export interface ModelChoice {
  name: string;
  contextTokens: number;
}

/**
 * Opens a model. All calls use `guardedFetch`. Every address is set here, because the packages would otherwise read an address
 * from the environment.
 */
export function openLanguageModel(
  { provider, apiKey, address, region }: ProviderConnection,
  { name, contextTokens }: ModelChoice,
  guardedFetch: typeof globalThis.fetch,
): LanguageModelV4 {
  // Prevents the package from printing hints to the console.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const fetch = paceResponses(guardedFetch);
  const baseURL = address ?? PROVIDER_ADDRESSES[provider] ?? "";
  const settings = { apiKey, baseURL, fetch };
  const compatible = () =>
    createOpenAICompatible({
      baseURL,
      fetch,
      name: provider,
      // Without this option the package silently omits the schema.
      supportsStructuredOutputs: true,
      // Makes streamed answers report their token usage, too.
      includeUsage: true,
      ...(apiKey && { apiKey }),
    })(name);
  const vertex = () => {
    const {
      project,
      location,
      baseURL: at,
      googleAuthOptions,
    } = createVertexAccess({ apiKey, region, address }, fetch);
    const given = { project, location, fetch, googleAuthOptions, ...(at && { baseURL: at }) };
    return name.startsWith("claude") ? createVertexAnthropic(given)(name) : createVertex(given)(name);
  };
  const model = {
    openai: () => createOpenAI(settings)(name),
    // Azure accepts OpenAI's calls but expects the key in the header `api-key`.
    azure: () => createOpenAI({ ...settings, headers: { "api-key": apiKey } })(name),
    anthropic: () => createAnthropic(settings)(name),
    google: () => createGoogle(settings)(name),
    mistral: () => createMistral(settings)(name),
    bedrock: () =>
      createAmazonBedrock({
        apiKey,
        fetch,
        region: region ?? "us-east-1",
        baseURL: address ?? `https://bedrock-runtime.${region ?? "us-east-1"}.amazonaws.com`,
      })(name),
    vertex,
    openrouter: compatible,
    ollama: () => createOllamaModel(name, { baseURL, apiKey, fetch, contextTokens }),
    "openai-compatible": compatible,
  }[provider]();
  return wrapLanguageModel({ model, middleware: extractJsonMiddleware() });
}
