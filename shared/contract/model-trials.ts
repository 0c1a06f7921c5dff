import { z } from "zod";
import { MAX_TRIAL_MATTERS } from "../domain/model-providers.ts";
import { doneResponse, type EndpointTable, idParams, moment, requiredText, rowId } from "./endpoint.ts";

/** Trials of a language model on a channel: people judge its articles beside their messages, separately from the library. */

const judgement = z.enum(["keep", "edit", "no"]);
export type Judgement = z.infer<typeof judgement>;

const range = z.object({ least: z.number(), most: z.number() });

export const trialSummary = z.object({
  id: rowId,
  /** The id of the series. All trials on the same conversations have the same id. */
  series: rowId,
  channelId: rowId,
  channel: z.string(),
  /** The name of the model that writes. */
  model: z.string().nullable(),
  state: z.enum(["running", "done", "stopped", "failed"]),
  /** The current step. If the trial waits, the reason and the end of the wait. */
  step: z.string(),
  error: z.string().nullable(),
  most: z.int(),
  messagesRead: z.int(),
  found: z.int(),
  written: z.int(),
  /** The number of articles to judge, and the judgements so far. */
  articles: z.int(),
  judged: z.object({ keep: z.int(), edit: z.int(), no: z.int() }),
  /** The number of articles judged as 'keep' but not saved yet. */
  toSave: z.int(),
  /** The cost of this trial in US dollars. Answers that were paid for earlier cost nothing. */
  dollars: z.number(),
  createdAt: moment,
});
export type TrialSummary = z.infer<typeof trialSummary>;

const trialStatement = z.object({
  form: z.enum(["sentence", "code"]),
  text: z.string(),
  /** The fact check's verdict; null for a corrected statement that was not checked again. */
  verdict: z.enum(["yes", "partly", "no"]).nullable(),
  why: z.string().nullable(),
});

export const trialMatter = z.object({
  id: rowId,
  place: z.int(),
  /** The question; null if one of its messages was changed or deleted. */
  question: z.string().nullable(),
  messages: z.array(z.object({ id: z.string(), by: z.string(), at: moment, text: z.string() })),
  articles: z.array(
    z.object({
      title: z.string(),
      sections: z.array(
        z.object({
          heading: z.string().nullable(),
          layout: z.enum(["prose", "steps", "bullets"]),
          statements: z.array(trialStatement),
        }),
      ),
      /** The statements that the fact check rejected, with the reason. */
      leftOut: z.array(z.object({ text: z.string(), why: z.string().nullable() })),
    }),
  ),
  isWritten: z.boolean(),
  /** The reason why there is no article. */
  problem: z.string().nullable(),
  dollars: z.number(),
  seconds: z.number(),
  judgement: judgement.nullable(),
  /** The article as which the result was saved, or the library's own article about the same. */
  articleId: rowId.nullable(),
});
export type TrialMatter = z.infer<typeof trialMatter>;

export const trial = z.object({
  ...trialSummary.shape,
  matters: z.array(trialMatter),
  /** Trials on the same conversations with other models. */
  others: z.array(trialSummary),
});
export type Trial = z.infer<typeof trial>;

const MATTERS = z.int().min(1).max(MAX_TRIAL_MATTERS);

export const modelTrialEndpoints = {
  "GET /api/model-trials": {
    summary: "The latest trials of language models, of channels that the person reads",
    access: "session",
    needs: ["read", "language-model"],
    response: z.object({ trials: z.array(trialSummary) }),
  },
  "POST /api/model-trials": {
    summary: "Try the workspace's language model on the newest matters of a channel; nothing is published or kept",
    access: "session",
    needs: ["change", "language-model"],
    body: z.strictObject({ channelId: rowId, most: MATTERS.optional() }),
    response: trialSummary,
  },
  "GET /api/model-trials/price": {
    summary: "What a trial takes: messages, minutes, dollars",
    access: "session",
    needs: ["read", "language-model"],
    query: z.strictObject({
      channelId: rowId,
      most: z
        .string()
        .regex(/^([1-9]|1\d|20)$/)
        .optional(),
    }),
    response: z.object({ messages: range, minutes: range, dollars: range.nullable() }),
  },
  "GET /api/model-trials/:id/price": {
    summary: "What trying the same matters with another model takes: messages, calls, minutes, dollars",
    access: "session",
    needs: ["read", "language-model"],
    params: idParams,
    /** The model that writes; the active model if missing. */
    query: z.strictObject({ model: requiredText(200).optional() }),
    response: z.object({ messages: z.int(), calls: range, minutes: range, dollars: range.nullable() }),
  },
  "GET /api/model-trials/:id": {
    summary: "A trial: each article beside its messages, with what the checker said of each statement",
    access: "session",
    needs: ["read", "language-model"],
    params: idParams,
    response: trial,
  },
  "POST /api/model-trials/:id/repeat": {
    summary: "Try the same matters with another model of the same provider, or with the one that is set up now",
    access: "session",
    needs: ["change", "language-model"],
    params: idParams,
    body: z.strictObject({ model: requiredText(200).nullable() }),
    response: trialSummary,
  },
  "POST /api/model-trials/:id/stop": {
    summary: "Stop a trial; what is written stays",
    access: "session",
    needs: ["change", "language-model"],
    params: idParams,
    response: doneResponse,
  },
  "POST /api/model-trials/:id/judge": {
    summary: "Say of an article whether one would keep it; null takes it back",
    access: "session",
    needs: ["change", "language-model"],
    params: idParams,
    body: z.strictObject({ matterId: rowId, judgement: judgement.nullable() }),
    response: doneResponse,
  },
  "POST /api/model-trials/:id/save": {
    summary: "Save the articles that one would keep as drafts",
    access: "session",
    needs: ["change", "language-model"],
    params: idParams,
    response: z.object({
      saved: z.int(),
      /** The number of conversations that already had an article in the library. */
      known: z.int(),
      /** The number of articles that were not saved because their messages changed. */
      changed: z.int(),
    }),
  },
  "POST /api/model-trials/:id/read-all": {
    summary: "Read all of the channel with the model; what the trial found is not found again",
    access: "session",
    needs: ["change", "language-model"],
    params: idParams,
    response: z.object({ runId: rowId }),
  },
} as const satisfies EndpointTable;
