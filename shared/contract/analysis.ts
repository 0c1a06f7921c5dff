import { z } from "zod";
import { doneResponse, type EndpointTable, idParams, moment, requiredText, rowId } from "./endpoint.ts";

export const run = z.object({
  id: rowId,
  kind: z.enum(["test", "analyse", "reanalyse", "import", "trial", "write"]),
  state: z.enum(["queued", "running", "done", "failed"]),
  progress: z.object({
    step: z.string(),
    channelsDone: z.int(),
    channelsTotal: z.int(),
    messagesRead: z.int(),
    conversationsFound: z.int(),
    articlesCreated: z.int(),
    articlesUpdated: z.int(),
    /** The current channel's messages that the model has not read yet; null if no model reads. */
    messagesWaiting: z.int().nullable(),
    /** US dollars that this run has cost so far; null if it called no model. */
    dollars: z.number().nullable(),
    fraction: z.number().nullable(),
  }),
  result: z
    .object({
      channels: z.array(
        z.object({
          channelId: z.string(),
          channel: z.string(),
          status: z.string(),
          messages: z.int(),
          articlesCreated: z.int(),
          articlesUpdated: z.int(),
          skipped: z.int(),
        }),
      ),
      messagesRead: z.int(),
      articlesCreated: z.int(),
      articlesUpdated: z.int(),
      problems: z.array(z.string()),
    })
    .nullable(),
  error: z.string().nullable(),
  fileName: z.string().nullable(),
  /** Whether a person started it; false for the schedule and events. */
  isRequested: z.boolean(),
  /** Whether somebody stopped it before its end. */
  isStopped: z.boolean(),
  createdAt: moment,
  startedAt: moment.nullable(),
  finishedAt: moment.nullable(),
});
export type Run = z.infer<typeof run>;

export const testAnalysis = z.object({
  success: z.boolean(),
  channelsAnalyzed: z.int(),
  totalMessagesAnalyzed: z.int(),
  articlesCreated: z.int(),
  results: z.array(z.object({ channel: z.string(), status: z.string() })),
  message: z.string(),
  error: z.string().optional(),
  details: z.string().optional(),
  runId: rowId,
});
export type TestAnalysis = z.infer<typeof testAnalysis>;

/** The address of the endpoint that tests the analysis. Its path names Slack because it is older than support for other platforms. */
export const TEST_ANALYSIS = "POST /api/test-slack-analysis";

export const analysisEndpoints = {
  [TEST_ANALYSIS]: {
    summary:
      "Analyse the last 10 messages of every active channel; answers after at most 60 s with what is done so far",
    access: "session",
    needs: ["change", "analysis"],
    response: testAnalysis,
  },
  "POST /api/analyze": {
    summary: "Analyze the new messages of a channel; answers after at most 60 s with what is done so far",
    access: "session",
    needs: ["change", "analysis"],
    /** The id of a monitored channel's row, or the platform's id. */
    body: z.strictObject({ channelId: requiredText(200) }),
    response: z.object({ messagesProcessed: z.int(), articlesCreated: z.int(), message: z.string(), runId: rowId }),
  },
  "GET /api/runs": { summary: "The 20 latest runs", access: "session", response: z.array(run) },
  "GET /api/runs/:id": { summary: "One run with its progress", access: "session", params: idParams, response: run },
  "POST /api/runs/:id/stop": {
    summary: "Stop a run; what it has read and written is kept",
    access: "session",
    needs: ["change", "analysis"],
    params: idParams,
    response: doneResponse,
  },
} as const satisfies EndpointTable;
