import { z } from "zod";
import { KEEP_DAYS } from "../domain/retention.ts";
import type { EndpointTable } from "./endpoint.ts";

/** The days for which message text is stored; null means forever. */
const keepDays = z.int().min(KEEP_DAYS.min).max(KEEP_DAYS.max).nullable();

const choice = {
  keepDays,
  /** If true, articles keep the text that they cite when the message's text is erased. */
  keepsQuotes: z.boolean(),
};

export const retention = z.object({
  ...choice,
  /** Number of messages whose text was erased so far. */
  forgotten: z.int(),
});
export type Retention = z.infer<typeof retention>;
export type RetentionChoice = Omit<Retention, "forgotten">;

export const retentionEffect = z.object({
  /** The number of messages whose text would be erased immediately. */
  messages: z.int(),
  /** The number of messages in conversations that were not analyzed yet. */
  unread: z.int(),
  /** The number of articles that cite some of the messages. */
  articles: z.int(),
  /** The number of cited texts that articles would lose, including those of messages erased earlier. */
  quotes: z.int(),
});
export type RetentionEffect = z.infer<typeof retentionEffect>;

export const retentionEndpoints = {
  "GET /api/retention": {
    summary: "How long the text of chat messages is kept",
    access: "session",
    needs: ["read", "retention"],
    response: retention,
  },
  "GET /api/retention/effect": {
    summary: "What would be forgotten at once if text were kept so long; nothing is changed",
    access: "session",
    needs: ["read", "retention"],
    query: z.strictObject({
      /** A string of digits, because query values are not coerced. */
      keepDays: z
        .string()
        .regex(/^\d{1,4}$/, "Give a number of days.")
        .refine((digits) => Number(digits) >= KEEP_DAYS.min && Number(digits) <= KEEP_DAYS.max, "1 to 3650 days."),
      keepsQuotes: z.enum(["true", "false"]),
    }),
    response: retentionEffect,
  },
  "PUT /api/retention": {
    summary: "Choose how long the text of chat messages is kept: what is older is forgotten for good",
    access: "session",
    needs: ["change", "retention"],
    body: z.strictObject(choice),
    response: retention,
  },
} as const satisfies EndpointTable;
