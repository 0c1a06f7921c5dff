import { z } from "zod";
import { doneResponse, type EndpointTable, idParams, moment, requiredText, rowId } from "./endpoint.ts";
import { assignableFields } from "./inbox-item.ts";

/** A question without an answer. Lists only channels that the person may read, and the figures count only these. */
export const openQuestion = z.object({
  /** The id of the last time when somebody asked the question. */
  id: rowId,
  /** The question's text when it was last asked. */
  question: z.string(),
  state: z.enum(["open", "answered"]),
  times: z.int(),
  people: z.int(),
  lastAskedAt: moment,
  /** The channels in which the question was asked, latest first. */
  places: z.array(z.object({ channelName: z.string(), askedAt: moment, permalink: z.string().nullable() })),
  isAskedHere: z.boolean(),
  /** The article that answers the question; null if there is none. */
  article: z.object({ id: rowId, title: z.string() }).nullable(),
  /**
   * Authors of similar answers. `channelName`: the channel in which the author would be asked; null if the author
   * cannot be asked in the chat.
   */
  mayKnow: z.array(z.object({ id: z.string(), name: z.string(), channelName: z.string().nullable() })),
  /** The person who was asked. `waiting`: the message is not in the chat yet. `failed`: it could not be posted. */
  asked: z.object({ name: z.string(), state: z.enum(["waiting", "posted", "failed"]) }).nullable(),
  ...assignableFields,
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
