import { z } from "zod";
import { MIN_MESSAGE_LENGTH, SENSITIVITY } from "../domain/detection.ts";
import { type EndpointTable, moment, requiredText } from "./endpoint.ts";

const detectionKeywords = z
  .array(requiredText(100))
  .max(100)
  .transform((words) => [...new Set(words.map((word) => word.trim()))]);

export const settings = z.object({
  sensitivity: z.number(),
  minMessageLength: z.number(),
  detectionKeywords: z.array(z.string()),
  /** Null: never saved. */
  lastUpdated: moment.nullable(),
});
export type Settings = z.infer<typeof settings>;

const mode = z.enum(["manual", "automatic"]);

export const monitoring = z.object({
  mode,
  /** When the next channel is due; null while monitoring is manual or there is no active channel to check. */
  nextCheck: moment.nullable(),
});
export type Monitoring = z.infer<typeof monitoring>;

export const languageModel = z.object({
  provider: z.string(),
  name: z.string(),
  /** Its origin, where the operator named one; null: the provider's own. */
  address: z.string().nullable(),
  /** US dollars for a million tokens; null for a model without a price, such as one of the company's own. */
  price: z.object({ input: z.number(), output: z.number() }).nullable(),
  /** What the workspace may spend in a day (UTC), and what of it is spent; null where there is no such cap. */
  dollars: z.object({ cap: z.number(), spent: z.number() }).nullable(),
  tokens: z.object({ cap: z.number().nullable(), spent: z.number() }),
});
export type LanguageModelFacts = z.infer<typeof languageModel>;

export const settingsEndpoints = {
  "GET /api/settings/model": {
    summary: "The language model that the operator configured; null where the local engine works alone",
    access: "session",
    response: z.object({ model: languageModel.nullable() }),
  },
  "POST /api/settings/model/test": {
    summary: "Ask the language model one small question; it counts against the day's cap",
    access: "session",
    needs: ["change", "integrations"],
    response: z.object({ works: z.boolean(), message: z.string() }),
  },
  "GET /api/settings": { summary: "AI detection settings", access: "session", response: settings },
  "PUT /api/settings": {
    summary: "Save the AI detection settings",
    access: "session",
    needs: ["change", "settings"],
    body: z.strictObject({
      sensitivity: z.int().min(SENSITIVITY.min).max(SENSITIVITY.max),
      minMessageLength: z.int().min(MIN_MESSAGE_LENGTH.min).max(MIN_MESSAGE_LENGTH.max),
      detectionKeywords,
    }),
    response: settings,
  },
  "GET /api/settings/monitoring": {
    summary: "Whether channels are checked on demand only or each at its own frequency",
    access: "session",
    response: monitoring,
  },
  "PUT /api/settings/monitoring": {
    summary: "Turn automatic monitoring on or off",
    access: "session",
    needs: ["change", "settings"],
    body: z.strictObject({ mode }),
    response: monitoring,
  },
} as const satisfies EndpointTable;
