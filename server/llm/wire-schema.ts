import type { JSONSchema7 } from "@ai-sdk/provider";
import { z } from "zod";

/**
 * Lengths are in no provider's strict subset, a default is in none of Azure's and does nothing where every field is required.
 * Other bounds stay: OpenAI and Google hold the model to them, Anthropic's adapter puts them into words.
 */
const NOT_ON_THE_WIRE = new Set(["$schema", "minLength", "maxLength", "default"]);
/** Azure refuses these, too. */
const NOT_AT_AZURE = new Set(["minItems", "maxItems", "minimum", "maximum", "pattern", "format"]);
/** zod writes an integer's own limits; they say nothing. */
const isOwnLimit = (value: unknown) => typeof value === "number" && Math.abs(value) >= Number.MAX_SAFE_INTEGER;

/** The schema as it travels. What is left out is held here all the same, when the answer is read. */
export function plainSchema(schema: z.ZodType, provider: string): JSONSchema7 {
  return JSON.parse(
    JSON.stringify(z.toJSONSchema(schema), (key, value) =>
      NOT_ON_THE_WIRE.has(key) || isOwnLimit(value) || (provider === "azure" && NOT_AT_AZURE.has(key))
        ? undefined
        : value,
    ),
  ) as JSONSchema7;
}
