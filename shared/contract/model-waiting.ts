import { z } from "zod";
import type { EndpointTable } from "./endpoint.ts";

/** Work that waits for a workspace's language model, and conversations that it can read again. */

const range = z.object({ least: z.number(), most: z.number() });
const reason = z.enum(["cap", "limit", "outage", "off", "refused"]);

const waits = {
  /** Conversations that were found but not written up yet. */
  conversations: z.number(),
  /** Messages sent, and not read by the model yet. */
  messages: z.number(),
};

export const modelWaiting = z.object({
  ...waits,
  /** `off`: a person has to change something. `refused`: the model declines some conversations. Null if nothing waits. */
  reason: reason.nullable(),
  /** The reason as a sentence for people. */
  sentence: z.string().nullable(),
  /** When the work resumes automatically; null if unknown or nothing waits. */
  until: z.string().nullable(),
  /** Channels with waiting work that the person may read. */
  channels: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      ...waits,
      reason,
      sentence: z.string(),
      until: z.string().nullable(),
    }),
  ),
  /**
   * The cost of continuing now, before the cap ends; null if the person or workspace may not raise the cap. Dollars are null
   * without a known price.
   */
  continueNow: z.object({ dollars: range.nullable(), minutes: range }).nullable(),
  /** The reason when nobody of this workspace may raise the cap. */
  whyNotNow: z.string().nullable(),
});
export type ModelWaiting = z.infer<typeof modelWaiting>;

export const readAgain = z.object({
  /** The model that would read; null if none is set up. */
  model: z.string().nullable(),
  /** Conversations read by rules or by another model. */
  conversations: z.number(),
  messages: z.number(),
  dollars: range.nullable(),
  minutes: range,
  /** Conversations requested to be read again that were not read yet. */
  asked: z.number(),
});
export type ReadAgain = z.infer<typeof readAgain>;

export const modelWaitingEndpoints = {
  "GET /api/language-model/waiting": {
    summary: "What waits for the language model, why, and when it goes on: in all and for each channel",
    access: "session",
    needs: ["read", "analysis"],
    response: modelWaiting,
  },
  "POST /api/language-model/waiting/continue": {
    summary: "Raise the cap once, by what the work that waits costs at most, and go on now",
    access: "session",
    needs: ["change", "language-model"],
    body: z.strictObject({
      /** The highest cost that the person was shown; null without a known price. */
      dollars: z.number().min(0).max(100_000).nullable(),
    }),
    response: modelWaiting,
  },
  "GET /api/language-model/again": {
    summary: "What the language model may read again: conversations that rules or another model read, with the price",
    access: "session",
    needs: ["read", "language-model"],
    response: readAgain,
  },
  "POST /api/language-model/again": {
    summary: "Let the language model read these conversations again; each keeps its verdict until then",
    access: "session",
    needs: ["change", "language-model"],
    response: readAgain,
  },
} as const satisfies EndpointTable;
