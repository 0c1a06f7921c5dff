import { z } from "zod";
import type { EndpointTable } from "./endpoint.ts";

/** Work that waits for a workspace's language model, and conversations that it can read again. */

const range = z.object({ least: z.number(), most: z.number() });
const reason = z.enum(["cap", "limit", "outage", "off", "refused"]);

const waits = {
  /** Conversations that were found, but have no article yet. */
  conversations: z.number(),
  /** Messages that the model has not read yet. */
  messages: z.number(),
};

export const modelBacklog = z.object({
  ...waits,
  /**
   * The reason for waiting. `off`: a person has to change something. `refused`: the model declines some conversations.
   * Null if nothing waits.
   */
  reason: reason.nullable(),
  /** The reason as a sentence for people. */
  sentence: z.string().nullable(),
  /** The time at which the work continues automatically; null if unknown or if nothing waits. */
  until: z.string().nullable(),
  /** Channels with waiting work. Only channels that the person may read. */
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
   * The cost of continuing now, above the spending limit; null if the person or workspace may not raise the limit.
   * Dollars are null if the price is unknown.
   */
  continueNow: z.object({ dollars: range.nullable(), minutes: range }).nullable(),
  /** The reason why nobody in this workspace may raise the limit; otherwise null. */
  whyNotNow: z.string().nullable(),
});
export type ModelBacklog = z.infer<typeof modelBacklog>;

export const rereadingOffer = z.object({
  /** The model that would read the conversations; null if none is set up. */
  model: z.string().nullable(),
  /** Conversations read by rules or by another model. */
  conversations: z.number(),
  messages: z.number(),
  dollars: range.nullable(),
  minutes: range,
  /** Conversations that somebody asked to be read again, and that were not read yet. */
  asked: z.number(),
});
export type RereadingOffer = z.infer<typeof rereadingOffer>;

export const modelWaitingEndpoints = {
  "GET /api/language-model/waiting": {
    summary: "What waits for the language model, why, and when it goes on: in all and for each channel",
    access: "session",
    needs: ["read", "analysis"],
    response: modelBacklog,
  },
  "POST /api/language-model/waiting/continue": {
    summary: "Raise the cap once, by what the work that waits costs at most, and go on now",
    access: "session",
    needs: ["change", "language-model"],
    body: z.strictObject({
      /** The highest cost that the person was shown; null if the price is unknown. */
      dollars: z.number().min(0).max(100_000).nullable(),
    }),
    response: modelBacklog,
  },
  "GET /api/language-model/again": {
    summary: "What the language model may read again: conversations that rules or another model read, with the price",
    access: "session",
    needs: ["read", "language-model"],
    response: rereadingOffer,
  },
  "POST /api/language-model/again": {
    summary: "Let the language model read these conversations again; each keeps its verdict until then",
    access: "session",
    needs: ["change", "language-model"],
    response: rereadingOffer,
  },
} as const satisfies EndpointTable;
