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

export const settingsEndpoints = {
  "GET /api/settings": { summary: "AI detection settings", access: "session", response: settings },
  "PUT /api/settings": {
    summary: "Save the AI detection settings",
    access: "session",
    body: z.strictObject({
      sensitivity: z.int().min(SENSITIVITY.min).max(SENSITIVITY.max),
      minMessageLength: z.int().min(MIN_MESSAGE_LENGTH.min).max(MIN_MESSAGE_LENGTH.max),
      detectionKeywords,
    }),
    response: settings,
  },
} as const satisfies EndpointTable;
