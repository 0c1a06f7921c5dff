import { z } from "zod";
import { pageConfirmation } from "./ask.ts";
import { doneResponse, type EndpointTable, idParams, moment, rowId } from "./endpoint.ts";
import { assignableFields } from "./inbox-item.ts";
import { openQuestion } from "./open-questions.ts";
import { wikiPage } from "./wiki-findings.ts";

/** A page with its confirmations, and the person to whom it is assigned. */
const assignedPage = wikiPage.extend({
  /** The platform's version of the text that the product read. */
  version: z.string(),
  confirmed: pageConfirmation.nullable(),
  ...assignableFields,
});
export type AssignedPage = z.infer<typeof assignedPage>;

const duplicate = z.object({
  id: rowId,
  page: wikiPage,
  /** The other page; null if the other text is an article. */
  other: wikiPage.nullable(),
  article: z.object({ id: rowId, title: z.string(), updatedAt: moment }).nullable(),
  /** The number of sentences that both texts contain, and the number of sentences of the shorter text. */
  shared: z.int(),
  sentences: z.int(),
  /** The first common sentences, as each text contains them. `differs`: the sentences differ in a value only. */
  examples: z.array(z.object({ page: z.string(), other: z.string(), differs: z.boolean() })),
  ...assignableFields,
});

/** Pages, duplicates and questions that somebody assigned to the person. */
const assigned = z.object({
  pages: z.array(assignedPage),
  duplicates: z.array(duplicate),
  questions: z.array(openQuestion),
});
export type AssignedWikiItems = z.infer<typeof assigned>;

/**
 * Figures about the wiki. They count only what the person may read: pages by their readers, conversations and questions
 * by their channels.
 */
const wikiHealth = z.object({
  /** The number of wikis that are read, and of their pages that people wrote. */
  wikis: z.int(),
  pages: z.int(),
  /** Pages that recently answered many questions, and that nobody has changed or confirmed for a long time. */
  unconfirmed: z.object({
    total: z.int(),
    pages: z.array(
      assignedPage.extend({
        /** The number of answers from the page in the last 90 days. */
        answers: z.int(),
        lastAnswerAt: moment,
      }),
    ),
  }),
  duplicates: z.array(duplicate),
  /** Pages that no answer has shown since counting began, at least 30 days ago. */
  unused: z.object({ total: z.int(), pages: z.array(assignedPage.extend({ countedSince: moment })) }),
  /** The time since which answers from pages are counted; null if no page is read. */
  countedSince: moment.nullable(),
  /** The last 12 weeks, oldest first. Weeks begin on Monday (UTC). */
  weeks: z.array(
    z.object({
      from: moment,
      /**
       * The number of times that the chat contradicted a page, of corrected pages, of confirmations, and of questions
       * without an answer.
       */
      contradicted: z.int(),
      repaired: z.int(),
      confirmed: z.int(),
      unanswered: z.int(),
    }),
  ),
});
export type WikiHealth = z.infer<typeof wikiHealth>;
export type WikiDuplicate = z.infer<typeof duplicate>;

export const wikiHealthEndpoints = {
  "GET /api/wiki-health": {
    summary: "What to look at in the wiki: unconfirmed, doubled and unused pages, and figures per week",
    access: "session",
    needs: ["read", "status"],
    response: wikiHealth,
  },
  "GET /api/inbox/assigned": {
    summary: "Pages of the wiki, duplicates and open questions that were given to you",
    access: "session",
    needs: ["read", "articles"],
    response: assigned,
  },
  "POST /api/wiki-pages/:id/verify": {
    summary: "Say that a page of the wiki is right, which ends its assignment; refused when it changed meanwhile",
    access: "session",
    needs: ["change", "inbox"],
    params: idParams,
    body: z.strictObject({ version: z.string().max(500) }),
    response: doneResponse,
  },
  "POST /api/wiki-pages/:id/keep": {
    summary: "Say that a page of the wiki is fine although nothing uses it, which takes it off the unused ones",
    access: "session",
    needs: ["change", "inbox"],
    params: idParams,
    body: z.strictObject({}),
    response: doneResponse,
  },
  "POST /api/wiki-duplicates/:id/keep": {
    summary: "Decide that two texts that say much the same both stay",
    access: "session",
    needs: ["change", "inbox"],
    params: idParams,
    body: z.strictObject({}),
    response: doneResponse,
  },
} as const satisfies EndpointTable;
