import { z } from "zod";
import { doneResponse, type EndpointTable, idParams, moment, requiredText, rowId } from "./endpoint.ts";

/** An unanswered question, limited to the places where the person may read; figures count only these. */
const openQuestion = z.object({
  /** The id of the latest time the question was asked. */
  id: rowId,
  /** The text of the question when it was asked last. */
  question: z.string(),
  state: z.enum(["open", "answered"]),
  times: z.int(),
  people: z.int(),
  lastAskedAt: moment,
  /** Places in the chat where it was asked, latest first. */
  places: z.array(z.object({ channelName: z.string(), askedAt: moment, permalink: z.string().nullable() })),
  isAskedHere: z.boolean(),
  /** The article that answers the question; null where none does. */
  article: z.object({ id: rowId, title: z.string() }).nullable(),
  /**
   * Authors of the nearest answers. `channelName`: the channel in which they would be asked; null if they cannot be asked in the
   * chat.
   */
  mayKnow: z.array(z.object({ id: z.string(), name: z.string(), channelName: z.string().nullable() })),
  /** The person who was asked: `waiting` until the message is in the chat, `failed` if it could not be posted. */
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
    response: doneResponse,
  },
  "POST /api/questions/:id/dismiss": {
    summary: "Takes a question off the list",
    access: "session",
    needs: ["change", "inbox"],
    params: idParams,
    response: doneResponse,
  },
} as const satisfies EndpointTable;
