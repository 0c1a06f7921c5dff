import { z } from "zod";
import { type EndpointTable, idParams, moment, requiredText, rowId } from "./endpoint.ts";

/** A correction of a wiki page, or a comment that asks the page's author for a correction. A person requested it. */
const wikiRepair = z.object({
  id: rowId,
  way: z.enum(["edit", "comment"]),
  pageId: rowId,
  pageTitle: z.string(),
  /**
   * `in-review`: reviewers decide at `url`. `declined`: they did not want it. `changed`: somebody edited the page meanwhile, nothing was written, and the page is
   * read again. `refused`: nothing was written, for the reason in `trouble`.
   */
  state: z.enum(["waiting", "applied", "in-review", "declined", "changed", "refused"]),
  findingId: rowId.nullable(),
  /** The page's version when the person requested the correction. */
  version: z.string().nullable(),
  orderedAt: moment,
  /** The person's name; null if the account is gone. */
  orderedBy: z.string().nullable(),
  /** The new text; null for everybody except the person who requested the correction. */
  text: z.string().nullable(),
  /** The text of the changed block before and after; null until the change is on the page or in review. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  url: z.string(),
  trouble: z.string().nullable(),
  /** The person who declined it, by the platform's name, and when; each null where the platform does not tell. */
  declined: z.object({ by: z.string().nullable(), at: moment.nullable() }).nullable(),
  /** The repair that this one undoes. */
  undoes: rowId.nullable(),
  canUndo: z.boolean(),
  /**
   * True for a comment while the page still has the text that the comment is about, as far as we have read the page
   * since.
   */
  waits: z.boolean(),
});
export type WikiRepair = z.infer<typeof wikiRepair>;

export const wikiRepairEndpoints = {
  "POST /api/wiki-repairs": {
    summary: "Correct a sentence of a page that a person wrote, add one after it, or ask its author by a comment",
    access: "session",
    needs: ["change", "articles"],
    body: z.strictObject({
      pageId: rowId,
      /** The page's version and the passage's position that the person saw. */
      version: requiredText(200),
      position: z.int().min(0).max(10_000),
      kind: z.enum(["replace", "add"]),
      /** 'comment': the page stays unchanged, and a comment proposes the text. If missing, the page is edited. */
      way: z.enum(["edit", "comment"]).optional(),
      /** The sentence of the passage to correct; null for the whole passage. */
      sentence: requiredText(4_000).nullable(),
      text: requiredText(2_000),
      /** The finding that this correction decides. */
      findingId: rowId.nullable(),
    }),
    response: wikiRepair,
  },
  "GET /api/wiki-repairs": {
    summary:
      "The corrections of pages that you may read, of the last 7 days, and the comments that still wait: the newest 50",
    access: "session",
    needs: ["change", "articles"],
    response: z.array(wikiRepair),
  },
  "GET /api/wiki-repairs/:id": {
    summary: "The outcome of a correction of a page",
    access: "session",
    needs: ["change", "articles"],
    params: idParams,
    response: wikiRepair,
  },
  "POST /api/wiki-repairs/:id/undo": {
    summary: "Take a correction of a page back, if nobody changed its block since; or a comment, if nobody answered it",
    access: "session",
    needs: ["change", "articles"],
    params: idParams,
    body: z.strictObject({}),
    response: wikiRepair,
  },
} as const satisfies EndpointTable;
