import { APICallError } from "ai";
import { z } from "zod";
import type { ListedModel } from "../../shared/contract/language-model.ts";
import { toCallFailure } from "./failures.ts";
import { findKnownModel, findPrice } from "./models.ts";
import type { ProviderConnection } from "./provider.ts";
import { PROVIDER_ADDRESSES } from "./providers.ts";

const MOST_MODELS = 500;
const LIST_MS = 15_000;
/** Matches parts of names of models that write no text. */
const NO_TEXT = /embed|audio|realtime|image|tts|whisper|transcribe|moderation|dall-e|sora|search|ocr|instruct/i;

const name = z.string().min(1).max(200);
const tokens = z.number().int().positive().optional().catch(undefined);
const dollars = z.coerce.number().nonnegative().optional().catch(undefined);
const openAiList = z.object({
  data: z.array(
    z.object({
      id: name,
      context_length: tokens,
      max_context_length: tokens,
      max_model_len: tokens,
      max_input_tokens: tokens,
      pricing: z.object({ prompt: dollars, completion: dollars }).optional().catch(undefined),
    }),
  ),
});
const googleList = z.object({
  models: z.array(
    z.object({ name, inputTokenLimit: tokens, supportedGenerationMethods: z.array(z.string()).default([]) }),
  ),
});
const ollamaList = z.object({ models: z.array(z.object({ name })) });

interface ModelOfProvider {
  name: string;
  contextTokens: number | undefined;
  price?: { input: number; output: number };
}

/**
 * Lists the models that an API key may use, with known price and context window. Throws errors that `explainListingFailure`
 * explains.
 */
export async function listModels(
  { provider, apiKey, address }: ProviderConnection,
  fetch: typeof globalThis.fetch,
): Promise<ListedModel[]> {
  const base = address ?? PROVIDER_ADDRESSES[provider] ?? "";
  const read = async (path: string, headers: Record<string, string> = {}): Promise<unknown> => {
    const url = `${base}${path}`;
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(LIST_MS) });
    if (answer.ok) return answer.json();
    throw new APICallError({
      message: "",
      url,
      requestBodyValues: {},
      statusCode: answer.status,
      responseHeaders: Object.fromEntries(answer.headers),
      responseBody: (await answer.text()).slice(0, 10_000),
    });
  };
  const bearer: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
  const openAi = async (headers: Record<string, string>, query = ""): Promise<ModelOfProvider[]> =>
    openAiList.parse(await read(`/models${query}`, headers)).data.map((model) => ({
      name: model.id,
      contextTokens: model.context_length ?? model.max_context_length ?? model.max_model_len ?? model.max_input_tokens,
      ...(model.pricing?.prompt !== undefined &&
        model.pricing.completion !== undefined && {
          price: { input: model.pricing.prompt * 1e6, output: model.pricing.completion * 1e6 },
        }),
    }));
  const listed = await {
    openai: () => openAi(bearer),
    azure: () => openAi({ "api-key": apiKey }),
    mistral: () => openAi(bearer),
    openrouter: () => openAi(bearer),
    "openai-compatible": () => openAi(bearer),
    anthropic: () => openAi({ "x-api-key": apiKey, "anthropic-version": "2023-06-01" }, "?limit=1000"),
    google: async (): Promise<ModelOfProvider[]> =>
      googleList
        .parse(await read("/models?pageSize=1000", { "x-goog-api-key": apiKey }))
        .models.filter(({ supportedGenerationMethods }) => supportedGenerationMethods.includes("generateContent"))
        .map((model) => ({ name: model.name.replace(/^models\//, ""), contextTokens: model.inputTokenLimit })),
    ollama: async (): Promise<ModelOfProvider[]> =>
      ollamaList.parse(await read("/api/tags", bearer)).models.map((model) => ({ ...model, contextTokens: undefined })),
    // Providers that list no models for an API key. People enter the model's name instead.
    bedrock: async (): Promise<ModelOfProvider[]> => [],
    vertex: async (): Promise<ModelOfProvider[]> => [],
  }[provider]();
  return factsOf(listed);
}

/** Adds known prices and sizes, and removes models that write no text. */
function factsOf(listed: ModelOfProvider[]): ListedModel[] {
  return listed
    .filter((model) => !NO_TEXT.test(model.name))
    .slice(0, MOST_MODELS)
    .map((model) => {
      const known = findKnownModel(model.name);
      const price = model.price ?? findPrice(model.name, 1);
      return {
        name: model.name,
        contextTokens: model.contextTokens ?? known?.contextTokens ?? null,
        price: price && { input: price.input, output: price.output },
        size: known?.size ?? null,
      };
    })
    .sort((a, b) => Number(b.size !== null) - Number(a.size !== null) || a.name.localeCompare(b.name));
}

/** Explains, in the product's own words, why the list could not be read. */
export function explainListingFailure(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return "The address answered with something else than a list of models.";
  return explainRefusedAddress(toCallFailure(error, LIST_MS).problem);
}

/** Replaces a refusal of the guarded fetch by a sentence that says how the operator can allow the address. */
export function explainRefusedAddress(problem: string): string {
  if (/may not be called|Only https/.test(problem))
    return "This address is in a private network or not https, so it may not be called from here. The operator of this installation allows it with LLM_ALLOWED_ORIGINS.";
  return problem;
}
