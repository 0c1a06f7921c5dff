import type { JSONSchema7 } from "@ai-sdk/provider";
import { z } from "zod";

/**
 * JSON Schema keywords to remove. No provider's strict mode accepts lengths, Azure accepts no defaults, and on required fields
 * these keywords have no effect. Other bounds stay, because OpenAI and Google enforce them and Anthropic's adapter describes
 * them in words.
 */
const NOT_ON_THE_WIRE = new Set(["$schema", "minLength", "maxLength", "default"]);
/** Additional JSON Schema keywords that Azure refuses. */
const NOT_AT_AZURE = new Set(["minItems", "maxItems", "minimum", "maximum", "pattern", "format"]);
/** True for limits that zod adds to every integer. */
const isOwnLimit = (value: unknown) => typeof value === "number" && Math.abs(value) >= Number.MAX_SAFE_INTEGER;

/** Returns the schema to send. Parsing the answer still enforces the removed keywords. */
export function toWireSchema(schema: z.ZodType, provider: string): JSONSchema7 {
  return JSON.parse(
    JSON.stringify(z.toJSONSchema(schema), (key, value) =>
      NOT_ON_THE_WIRE.has(key) || isOwnLimit(value) || (provider === "azure" && NOT_AT_AZURE.has(key))
        ? undefined
        : value,
    ),
  ) as JSONSchema7;
}
