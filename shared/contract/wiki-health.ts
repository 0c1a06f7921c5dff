import { z } from "zod";
import { pageConfirmation } from "./ask.ts";
import { doneResponse, type EndpointTable, idParams, moment, rowId } from "./endpoint.ts";
import { itemAssignment } from "./inbox-item.ts";
import { wikiPage } from "./wiki-findings.ts";

/** A page with who confirmed it, and whom it was given to. */
const assignedPage = wikiPage.extend({
  /** The platform's version of the text that was read. */
  version: z.string(),
  confirmed: pageConfirmation.nullable(),
  ...itemAssignment,
});
export type AssignedPage = z.infer<typeof assignedPage>;

const duplicate = z.object({
  id: rowId,
  page: wikiPage,
  /** The other page; null where it is an article. */
  other: wikiPage.nullable(),
  article: z.object({ id: rowId, title: z.string(), updatedAt: moment }).nullable(),
  /** The number of sentences that both texts contain, and the shorter text's number of sentences. */
  shared: z.int(),
  sentences: z.int(),
  /** The first shared sentences, as the page and as the other text has them. `differs`: only a value differs. */
  examples: z.array(z.object({ page: z.string(), other: z.string(), differs: z.boolean() })),
});

/** Counts only what the person may read: pages by their audience, conversations and questions by their channels. */
const wikiHealth = z.object({
  /** Wikis that were read, and their pages that people wrote. */
  wikis: z.int(),
  pages: z.int(),
  /** Pages that answered often lately, and that nobody changed or confirmed for long. */
  unconfirmed: z.object({
    total: z.int(),
    pages: z.array(
      assignedPage.extend({
        /** Answers of the last 90 days that were given from the page. */
        answers: z.int(),
        lastAnswerAt: moment,
      }),
    ),
  }),
  duplicates: z.array(duplicate),
  /** Pages that no answer showed since they are counted, at least 30 days. */
  unused: z.object({ total: z.int(), pages: z.array(assignedPage.extend({ countedSince: moment })) }),
  /** Since then it is counted which answers show which pages; null where no page is read. */
  countedSince: moment.nullable(),
  /** The last 12 weeks, oldest first, from their Monday (UTC). */
  weeks: z.array(
    z.object({
      from: moment,
      /** Times that the chat said otherwise than a page, corrections of pages, confirmations, and questions without an answer. */
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
  "GET /api/wiki-pages/mine": {
    summary: "Pages of the wiki that were given to you to check",
    access: "session",
    needs: ["read", "articles"],
    response: z.array(assignedPage),
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
