import { z } from "zod";
import { done, type EndpointTable, idParams, moment, requiredText, rowId } from "./endpoint.ts";

/** What was asked and not answered, as far as the person may read where it was asked. Figures count nothing else. */
const openQuestion = z.object({
  /** Of the last time it was asked. */
  id: rowId,
  /** As it was asked last. */
  question: z.string(),
  state: z.enum(["open", "answered"]),
  times: z.int(),
  people: z.int(),
  lastAskedAt: moment,
  /** Where it was asked in the chat, latest first. */
  places: z.array(z.object({ channelName: z.string(), askedAt: moment, permalink: z.string().nullable() })),
  isAskedHere: z.boolean(),
  /** What answers it. */
  article: z.object({ id: rowId, title: z.string() }).nullable(),
  /** Who explained what comes nearest. `channelName`: where a press asks them; null where they cannot be asked in the chat. */
  mayKnow: z.array(z.object({ id: z.string(), name: z.string(), channelName: z.string().nullable() })),
  /** Who was asked; `waiting` until the message is in the chat, `failed` where it could not be posted. */
  asked: z.object({ name: z.string(), state: z.enum(["waiting", "posted", "failed"]) }).nullable(),
});
export type OpenQuestion = z.infer<typeof openQuestion>;

export const openQuestionEndpoints = {
  "GET /api/questions": {
    summary: "What was asked and not answered, and what has been answered since",
    access: "session",
    needs: ["read", "articles"],
    response: z.array(openQuestion),
  },
  "POST /api/questions/:id/ask": {
    summary: "Asks somebody who may know, in the chat",
    access: "session",
    needs: ["change", "articles"],
    params: idParams,
    body: z.strictObject({ person: requiredText(200) }),
    response: done,
  },
  "POST /api/questions/:id/dismiss": {
    summary: "Takes a question off the list",
    access: "session",
    needs: ["change", "inbox"],
    params: idParams,
    response: done,
  },
} as const satisfies EndpointTable;
