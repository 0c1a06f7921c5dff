import { z } from "zod";
import { type EndpointTable, idParams, moment, rowId, undoableDecisionId } from "./endpoint.ts";
import { itemAssignment, messageOrigin } from "./inbox-item.ts";

/** The decisions about a finding. */
export const FINDING_CHOICES = ["page-is-right", "ignore", "own-article"] as const;

/** A page that a person wrote on a knowledge platform. */
export const wikiPage = z.object({
  id: rowId,
  title: z.string(),
  url: z.string(),
  /** The knowledge platform's type. */
  platform: z.string(),
  editedAt: moment.nullable(),
  editedBy: z.string().nullable(),
});
export type WikiPageHead = z.infer<typeof wikiPage>;

const wikiFinding = z.object({
  id: rowId,
  /**
   * `contradicts`: the conversation contradicts the passage. `adds`: the conversation has knowledge that the page
   * lacks.
   */
  kind: z.enum(["contradicts", "adds"]),
  page: wikiPage,
  /** The integration that reads and corrects the page. */
  integrationId: rowId,
  /** The headings above the passage, outermost first. */
  headings: z.array(z.string()),
  /** The passage; for `adds`, the passage after which the addition belongs. */
  oldText: z.string(),
  /** The sentences of the latest conversation. */
  fresh: z.array(z.object({ form: z.enum(["sentence", "code"]), text: z.string() })),
  saidBy: z.array(messageOrigin),
  /** Number of conversations that say the same. */
  times: z.int(),
  /** Sentences of earlier conversations that contradicted the passage in another way, newest first. */
  earlier: z.array(z.object({ text: z.string(), saidAt: moment })),
  since: moment,
  ...itemAssignment,
  choices: z.array(z.enum(FINDING_CHOICES)),
  /** The position for `POST /api/wiki-repairs`, and the suggested text. Null if the product cannot change the page. */
  update: z.object({ version: z.string(), position: z.int(), text: z.string() }).nullable(),
  /**
   * The same suggestion as a comment instead of an edit; null if the platform has no comments. Text of a private
   * channel is never suggested, because readers of the page may not read it.
   */
  comment: z.object({ version: z.string(), position: z.int(), text: z.string(), isPrivate: z.boolean() }).nullable(),
});
export type WikiFinding = z.infer<typeof wikiFinding>;

export const wikiFindingEndpoints = {
  "GET /api/wiki-findings": {
    summary: "What conversations say otherwise than pages of the wiki, or beyond them: the newest 50 that you may read",
    access: "session",
    query: z.strictObject({
      /** 'true': only findings that are assigned to you. */
      mine: z.literal("true").optional(),
      /** 'true': only snoozed findings, which are otherwise hidden. */
      snoozed: z.literal("true").optional(),
    }),
    response: z.array(wikiFinding),
  },
  "POST /api/wiki-findings/:id/decide": {
    summary: "Decide about a finding: the page is right, it is ignored, or the conversation becomes an article",
    access: "session",
    needs: ["change", "inbox"],
    params: idParams,
    body: z.strictObject({ choice: z.enum(FINDING_CHOICES) }),
    /** `POST /api/inbox/{id}/undo` with the id of `undo` undoes the decision. */
    response: z.object({ message: z.string(), undo: undoableDecisionId }),
  },
} as const satisfies EndpointTable;
