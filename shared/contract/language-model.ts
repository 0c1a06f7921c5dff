import { z } from "zod";
import { MODEL_PROVIDERS } from "../domain/model-providers.ts";
import { doneResponse, type EndpointTable, idParams, requiredText, rowId } from "./endpoint.ts";

/** A workspace's language model: settings, budget, state and past cost. */

const provider = z.enum(MODEL_PROVIDERS);
const price = z.object({ input: z.number(), output: z.number() }).nullable();

/** The provider's names of models. Purposes without a name use `main`. */
export const modelNames = z.strictObject({
  main: requiredText(200),
  fast: requiredText(200).optional(),
  check: requiredText(200).optional(),
  fallback: requiredText(200).optional(),
});

const connection = {
  provider,
  /** If missing, the stored key stays, provided that neither the provider nor its URL changes. */
  key: requiredText(10_000).optional(),
  address: z.url().max(500).optional(),
  region: z
    .string()
    .regex(/^[a-z0-9-]{2,40}$/)
    .optional(),
};

const usedModel = z.object({
  name: z.string(),
  contextTokens: z.number(),
  /** US dollars per million tokens. */
  price,
});

export const languageModelSettings = z.object({
  /** The origin of the active settings. */
  source: z.enum(["workspace", "operator", "none"]),
  ownKeys: z.object({ allowed: z.boolean(), whyNot: z.string().nullable() }),
  provider: provider.nullable(),
  /** The origin (scheme, host and port) of the model's URL. */
  address: z.string().nullable(),
  region: z.string().nullable(),
  keyLast4: z.string().nullable(),
  models: z.object({ main: usedModel, fast: usedModel, check: usedModel, fallback: usedModel.nullable() }).nullable(),
  testedAt: z.string().nullable(),
  /** Spending limits in US dollars; null means no limit. `own`: the limits that this workspace set. */
  caps: z.object({
    day: z.number().nullable(),
    month: z.number().nullable(),
    own: z.object({ day: z.number().nullable(), month: z.number().nullable() }),
  }),
  spent: z.object({ day: z.number(), month: z.number(), tokensToday: z.number() }),
  /** The spending limits of which at least 80 % are used. */
  almostSpent: z.array(z.enum(["day", "month"])),
  /** Ids of channels whose messages are never sent to a model. */
  neverToModel: z.array(z.string()),
  pricesAsOf: z.string(),
});
export type LanguageModelSettings = z.infer<typeof languageModelSettings>;

export const modelProvider = z.object({
  id: provider,
  name: z.string(),
  /**
   * One sentence each: where the provider processes the text, how long it stores the text, and the approximate cost of
   * 1,000 messages.
   */
  where: z.string(),
  kept: z.string(),
  cost: z.string(),
  needsKey: z.boolean(),
  needsAddress: z.boolean(),
  needsRegion: z.boolean(),
  /** The URL of the page on which a key is created. */
  keyHelp: z.string().nullable(),
  listsModels: z.boolean(),
});
export type ModelProviderFacts = z.infer<typeof modelProvider>;

export const listedModel = z.object({
  name: z.string(),
  contextTokens: z.number().nullable(),
  price,
  size: z.enum(["small", "mid", "large"]).nullable(),
});
export type ListedModel = z.infer<typeof listedModel>;

/** A test of a model for one purpose, on the product's sample conversation. */
export const modelPurposeTest = z.object({
  purpose: z.string(),
  label: z.string(),
  model: z.string(),
  works: z.boolean(),
  /** The result of the test, or the reason of its failure. */
  message: z.string(),
  seconds: z.number(),
  tokens: z.number(),
  /** The cost in US dollars; null if the price is unknown. */
  dollars: z.number().nullable(),
});
export type ModelPurposeTest = z.infer<typeof modelPurposeTest>;

export const modelTest = z.object({
  works: z.boolean(),
  /** The sample conversation. */
  sample: z.array(z.object({ by: z.string(), text: z.string() })),
  purposes: z.array(modelPurposeTest),
  dollars: z.number().nullable(),
});
export type ModelTest = z.infer<typeof modelTest>;

const range = z.object({ least: z.number(), most: z.number() });

const spentOn = z.object({
  id: z.string().nullable(),
  name: z.string(),
  calls: z.number(),
  tokens: z.number(),
  dollars: z.number(),
});

const period = z.strictObject({
  days: z
    .string()
    .regex(/^([1-9]\d?|[12]\d\d|3[0-5]\d|36[0-6])$/, "A whole number from 1 to 366.")
    .optional(),
});

export const languageModelEndpoints = {
  "GET /api/language-model": {
    summary: "The language model that works for this workspace, its caps and what is spent",
    access: "session",
    needs: ["read", "language-model"],
    response: languageModelSettings,
  },
  "GET /api/language-model/providers": {
    summary: "Providers of language models, with what to know of each; an Ollama on this machine where one was found",
    access: "session",
    needs: ["read", "language-model"],
    response: z.object({
      providers: z.array(modelProvider),
      /** Only set for an installation on the person's own machine. */
      ollamaHere: z.object({ address: z.string(), models: z.array(z.string()) }).nullable(),
    }),
  },
  "POST /api/language-model/models": {
    summary: "The models that a key may use, with window and price",
    access: "session",
    needs: ["change", "language-model"],
    body: z.strictObject(connection),
    response: z.object({
      models: z.array(listedModel),
      /** A recommended choice among the listed models. */
      suggested: modelNames.nullable(),
      /** A sentence with the reason why the list is empty. */
      problem: z.string().nullable(),
    }),
  },
  "POST /api/language-model/test": {
    summary: "Try all that a model does on a sample conversation; nothing is saved. Without a body: what works now",
    access: "session",
    needs: ["change", "language-model"],
    body: z.strictObject({ ...connection, models: modelNames }).nullable(),
    response: modelTest,
  },
  "PUT /api/language-model": {
    summary: "Save a model of the workspace's own, after a test of all purposes that has to succeed",
    access: "session",
    needs: ["change", "language-model"],
    body: z.strictObject({ ...connection, models: modelNames }),
    response: z.object({ saved: z.boolean(), test: modelTest }),
  },
  "PUT /api/language-model/key": {
    summary: "Put another key in place of the stored one",
    access: "session",
    needs: ["change", "language-model"],
    body: z.strictObject({ key: requiredText(10_000) }),
    response: z.object({ saved: z.boolean(), test: modelTest }),
  },
  "DELETE /api/language-model": {
    summary: "Remove the workspace's own model and its key; the operator's works again, where there is one",
    access: "session",
    needs: ["change", "language-model"],
    response: doneResponse,
  },
  "PUT /api/language-model/channels/:id": {
    summary: "Whether nothing of a channel is ever sent to a language model",
    access: "session",
    needs: ["change", "language-model"],
    params: idParams,
    body: z.strictObject({ never: z.boolean() }),
    response: doneResponse,
  },
} as const satisfies EndpointTable;

/** Spending limits, cost estimates and past costs of a model. */
export const modelCostEndpoints = {
  "PUT /api/language-model/caps": {
    summary: "What the workspace may spend on language models in a day and in a month (UTC), in US dollars",
    access: "session",
    needs: ["change", "language-model"],
    body: z.strictObject({
      day: z.number().min(0.01).max(100_000).nullable(),
      month: z.number().min(0.01).max(1_000_000).nullable(),
    }),
    response: languageModelSettings,
  },
  "GET /api/language-model/estimate": {
    summary:
      "What the model takes to read a channel, so many messages or what a test reads, or to analyze articles again: messages, calls, minutes, dollars",
    access: "session",
    needs: ["read", "analysis"],
    query: z.strictObject({
      channelId: rowId.optional(),
      /** Requests an estimate for the test of all active channels. */
      work: z.literal("test").optional(),
      /** Requests an estimate for analyzing this article again, or this number of articles. */
      articleId: rowId.optional(),
      articles: z
        .string()
        .regex(/^[1-9]\d{0,5}$/)
        .optional(),
      messages: z
        .string()
        .regex(/^\d{1,8}$/)
        .optional(),
    }),
    response: z.object({
      messages: z.number(),
      calls: range,
      minutes: range,
      /** The cost in US dollars; null if the price is unknown or no model is set up. */
      dollars: range.nullable(),
      /** The active model; null if none is set up. `suggested`: the model whose price is shown if none is set up. */
      model: z.string().nullable(),
      suggested: z.object({ model: z.string(), dollars: range }).nullable(),
    }),
  },
  "GET /api/language-model/spending": {
    summary: "What language models cost: by purpose, channel, article, model and day",
    access: "session",
    needs: ["read", "language-model"],
    query: period,
    response: z.object({
      days: z.number(),
      total: z.object({ calls: z.number(), tokens: z.number(), dollars: z.number() }),
      byDay: z.array(z.object({ day: z.string(), dollars: z.number() })),
      byPurpose: z.array(spentOn),
      byChannel: z.array(spentOn),
      byArticle: z.array(spentOn),
      byModel: z.array(spentOn),
    }),
  },
  "GET /api/language-model/spending/export": {
    summary: "The same as a table (CSV): a line for each day, purpose, model and channel",
    access: "session",
    needs: ["read", "language-model"],
    query: period,
    response: z.unknown(),
  },
} as const satisfies EndpointTable;
