import { z } from "zod";
import { ANSWER_VOTES, LONGEST_QUESTION } from "../domain/ask.ts";
import type { Inline } from "../markdown/inline.ts";
import { hand } from "./articles.ts";
import { type EndpointTable, moment, requiredText, rowId } from "./endpoint.ts";

const inlines = z.array(z.custom<Inline>());

const answerSentence = z.object({
  articleId: rowId,
  articleTitle: z.string(),
  form: z.enum(["sentence", "code"]),
  text: z.string(),
  inline: inlines,
  language: z.string().nullable(),
  /** Why it may not hold any more; null where nothing speaks against it. */
  doubt: z.string().nullable(),
  /** What somebody else said about the same, nobody having decided yet. */
  contradiction: z.object({ inline: inlines, note: inlines }).nullable(),
  /** A person wrote it, or changed what cites messages. */
  hand: hand.optional(),
  sources: z.array(
    z.object({
      id: z.string(),
      authorName: z.string(),
      channelName: z.string(),
      sentAt: moment,
      permalink: z.string().nullable(),
    }),
  ),
});
export type AnswerSentence = z.infer<typeof answerSentence>;

const claim = z.object({
  text: z.string(),
  inline: inlines,
  /** The places, from 0, of the sentences it cites. */
  sentences: z.array(z.int().nonnegative()).min(1),
});
export type AnswerClaim = z.infer<typeof claim>;

const answer = z.object({
  /** `answered`: the sentences answer. `near`: they are the nearest there is. `unknown`: nobody has explained it yet, and nothing else is told. */
  verdict: z.enum(["answered", "near", "unknown"]),
  /** 0 to 1: how sure it is that the sentences answer. */
  score: z.number(),
  sentences: z.array(answerSentence),
  /** Best first; the first holds the sentences. */
  articles: z.array(z.object({ id: rowId, title: z.string(), summary: z.string(), updatedAt: moment })),
  /** Who explained what the sentences say. */
  people: z.array(z.string()),
});
export type AskAnswer = z.infer<typeof answer>;

export const askEndpoints = {
  "POST /api/ask": {
    summary: "Answers a question with sentences of articles and their sources, or says that it is not known",
    access: "session",
    needs: ["read", "articles"],
    body: z.strictObject({
      question: requiredText(LONGEST_QUESTION),
      /** What the same person asked before, which the question goes on from. */
      previous: requiredText(LONGEST_QUESTION).optional(),
      /**
       * What the browser calls this asking, the same when the answer is only shown again. With it the answer can be said to be right or
       * wrong, and counts; without it nothing is kept of it.
       */
      asking: rowId.optional(),
    }),
    /** With what whoever asked said of the answer before. */
    response: answer.extend({
      vote: z.enum(ANSWER_VOTES).nullable().optional(),
      /** In the model's words, each claim checked against its sentences; null where the sentences stand for themselves. */
      written: z.array(claim).nullable(),
      /** A draft that answers better than what is reviewed, for a person who may review it; null where there is none. */
      unreviewed: answer.pick({ sentences: true, articles: true }).nullable(),
    }),
  },
} as const satisfies EndpointTable;

export type GivenAnswer = z.infer<(typeof askEndpoints)["POST /api/ask"]["response"]>;

/**
 * What `POST /api/ask` sends to whoever accepts `text/event-stream`, one line of JSON an event: the sentences at once, each claim as it
 * is checked, and at the end what counts.
 */
export type AnswerEvent =
  | { type: "found"; answer: GivenAnswer; isBeingWritten: boolean }
  | { type: "claim"; claim: AnswerClaim }
  /** Empty: the model finds that the sentences do not answer, so they are shown no longer. */
  | { type: "end"; written: AnswerClaim[] | null };
