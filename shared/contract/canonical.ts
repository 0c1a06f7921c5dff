import { z } from "zod";
import { SECTION_ROLES, TITLE_CHARACTERS } from "../domain/article.ts";
import { DIFFERENCES, MERGE_CHOICES, MERGE_RELATIONS } from "../domain/merging.ts";
import { inlines } from "./article-reading.ts";
import { audience, personEdit } from "./articles.ts";
import { type EndpointTable, idParams, moment, rowId, undoableDecisionId } from "./endpoint.ts";

/** A conversation that confirms an article. */
export const evidence = z.object({
  conversationId: rowId,
  channelName: z.string(),
  /** The person who asked or opened the conversation. */
  askedBy: z.string(),
  firstAt: moment,
  lastAt: moment,
  messages: z.int(),
  /** The beginning of the conversation's first message. */
  opening: z.string(),
  permalink: z.string().nullable(),
  /** The article is written again when this conversation continues. */
  isWrittenFrom: z.boolean(),
});
export type Evidence = z.infer<typeof evidence>;

/** A sentence of one of the articles to merge. */
const mergeSentence = z.object({
  key: z.string(),
  part: z.enum(["summary", ...SECTION_ROLES]),
  form: z.enum(["sentence", "code"]),
  text: z.string(),
  inline: inlines,
  hand: personEdit.optional(),
  /**
   * Author and time of the sentence's latest message. Null for a sentence that a person wrote, or if its messages are
   * gone.
   */
  said: z.object({ by: z.string(), at: moment }).nullable(),
});
export type MergeSentence = z.infer<typeof mergeSentence>;

const comparedSentence = mergeSentence.extend({
  relation: z.enum(MERGE_RELATIONS),
  /** A new sentence that is a question or small talk. A merge leaves it out unless somebody adds it. */
  isSmallTalk: z.literal(true).optional(),
  /**
   * The sentence of the other article that says the same or contradicts this one; for `repeats`, a sentence of the same
   * article.
   */
  other: z.string().nullable(),
  /** The kinds of difference between contradicting sentences. */
  differs: z.array(z.enum(DIFFERENCES)),
});
export type ComparedSentence = z.infer<typeof comparedSentence>;

export const mergePreview = z.object({
  from: z.object({ edition: z.string(), sentences: z.array(comparedSentence) }),
  into: z.object({ edition: z.string(), sentences: z.array(mergeSentence) }),
  /** The people who may read each article, and the merged article. */
  audience: z.object({ from: audience, into: audience, merged: audience }),
});
export type MergePreview = z.infer<typeof mergePreview>;

export const canonicalEndpoints = {
  "GET /api/articles/:id/evidence": {
    summary: "The conversations that support an article, oldest first",
    access: "session",
    readableArticle: "id",
    params: idParams,
    response: z.array(evidence),
  },
  "GET /api/articles/:id/merge/:intoId": {
    summary: "Both articles sentence by sentence, before this one is merged into the other",
    access: "session",
    readableArticle: "id",
    needs: ["change", "articles"],
    params: idParams.extend({ intoId: rowId }),
    response: mergePreview,
  },
  "POST /api/articles/:id/merge": {
    summary: "Merge this article into another one: its conversations move there, and its address leads there",
    access: "session",
    readableArticle: "id",
    needs: ["change", "articles"],
    params: idParams,
    body: z.strictObject({
      into: rowId,
      /**
       * Choices for sentences of this article. Sentences without a choice get the default. A contradiction needs a
       * choice.
       */
      choices: z
        .array(
          z.strictObject({
            key: z.string().max(100),
            choice: z.enum(MERGE_CHOICES),
            /** The other sentence to which the choice refers, if it is not the proposed one. */
            other: z.string().max(100).optional(),
          }),
        )
        .max(2000)
        .optional(),
      /** Editions of both articles when the choices were made. The merge is refused if an edition is newer. */
      editions: z.strictObject({ from: z.string().max(100), into: z.string().max(100) }).optional(),
    }),
    response: z.object({ message: z.string(), undo: undoableDecisionId }),
  },
  "POST /api/articles/:id/split-off": {
    summary: "Make chosen sentences of an article an article of their own",
    access: "session",
    readableArticle: "id",
    needs: ["change", "articles"],
    params: idParams,
    body: z.strictObject({
      title: z.string().trim().min(1).max(TITLE_CHARACTERS),
      /**
       * `own`: the sentence moves to the new article. `both`: both articles have the sentence. All other sentences
       * stay.
       */
      sentences: z.array(z.strictObject({ key: z.string().max(100), place: z.enum(["own", "both"]) })).max(2000),
      /** The article's edition when the choice was made. The split is refused if the edition is newer. */
      edition: z.string().max(100),
    }),
    response: z.object({ articleId: rowId, message: z.string(), undo: undoableDecisionId }),
  },
  "POST /api/articles/:id/split": {
    summary: "Write some of an article's conversations as an article of their own",
    access: "session",
    readableArticle: "id",
    needs: ["change", "articles"],
    params: idParams,
    body: z.strictObject({ conversations: z.array(rowId).max(100) }),
    response: z.object({ articleId: rowId, message: z.string(), undo: undoableDecisionId }),
  },
} as const satisfies EndpointTable;
