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
  /** The time at which the settings were last saved; null if never. */
  lastUpdated: moment.nullable(),
});
export type Settings = z.infer<typeof settings>;

export const monitoringMode = z.enum(["manual", "automatic"]);

export const monitoring = z.object({
  mode: monitoringMode,
  /** The time at which the next channel is due; null if monitoring is manual or no channel is active. */
  nextCheck: moment.nullable(),
});
export type Monitoring = z.infer<typeof monitoring>;

export const settingsEndpoints = {
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
} as const satisfies EndpointTable;
