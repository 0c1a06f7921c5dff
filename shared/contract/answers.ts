import { z } from "zod";
import { ANSWER_VOTES, LONGEST_QUESTION } from "../domain/ask.ts";
import { MAX_REPORT_CHARACTERS } from "../domain/inbox.ts";
import { doneResponse, type EndpointTable, idParams, requiredText, rowId, text } from "./endpoint.ts";

/** Endpoints about an answer. `id`: the id that the browser chose when the person asked the question. */
export const answerEndpoints = {
  "PUT /api/answers/:id": {
    summary:
      "Rate an answer as right, wrong or outdated; null withdraws the rating. What is not right goes to the inbox",
    access: "session",
    needs: ["change", "account"],
    params: idParams,
    body: z.strictObject({
      vote: z.enum(ANSWER_VOTES).nullable(),
      /** Stored only if the answer is wrong, for people who work on the inbox. */
      question: requiredText(LONGEST_QUESTION),
      note: text(MAX_REPORT_CHARACTERS).optional(),
    }),
    response: doneResponse,
  },
  "PUT /api/answers/:id/listing": {
    summary: "Put one's own question under Open Questions, whose answer one is told, or take it off",
    access: "session",
    needs: ["change", "account"],
    params: idParams,
    body: z.strictObject({
      question: requiredText(LONGEST_QUESTION),
      isListed: z.boolean(),
      /** The draft that the answer shows. Its author may know the right answer. */
      draft: rowId.optional(),
    }),
    response: doneResponse,
  },
  "POST /api/answers/:id/opened": {
    summary: "Tell that an article or a page of the wiki was opened from an answer",
    access: "session",
    needs: ["read", "articles"],
    params: idParams,
    body: z.union([z.strictObject({ articleId: rowId }), z.strictObject({ pageId: rowId })]),
    response: doneResponse,
  },
} as const satisfies EndpointTable;
