import { z } from "zod";
import { ANSWER_VOTES, LONGEST_QUESTION } from "../domain/ask.ts";
import type { Inline } from "../markdown/inline.ts";
import { personEdit } from "./articles.ts";
import { type EndpointTable, moment, pageLimit, requiredText, rowId } from "./endpoint.ts";

const inlines = z.array(z.custom<Inline>());

const answerSentence = z.object({
  articleId: rowId,
  articleTitle: z.string(),
  form: z.enum(["sentence", "code"]),
  text: z.string(),
  inline: inlines,
  language: z.string().nullable(),
  /** The reason why the sentence may be outdated; null if there is none. */
  doubt: z.string().nullable(),
  /** The id of the message that may correct it; absent where none does. */
  correctedBy: z.string().optional(),
  /** An open contradiction by another message. */
  contradiction: z.object({ inline: inlines, note: inlines }).nullable(),
  /** A person wrote it, or changed a sentence that cites messages. */
  hand: personEdit.optional(),
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

/** Confirmations of a page: by conversations that said the same, among those that the person may read, and by a person. */
export const pageConfirmation = z.object({
  times: z.int(),
  /** The last of these conversations. */
  said: z.object({ channelName: z.string(), at: moment }).nullable(),
  /** The name is null once the person's account is gone. */
  verified: z.object({ by: z.string().nullable(), at: moment }).nullable(),
});
export type PageConfirmation = z.infer<typeof pageConfirmation>;

/** A wiki page that people wrote, with the passages of the answer in reading order. */
export const answerPage = z.object({
  id: rowId,
  title: z.string(),
  url: z.string(),
  platform: z.string(),
  editedAt: moment.nullable(),
  editedBy: z.string().nullable(),
  /** Null where nobody confirmed the page. */
  confirmed: pageConfirmation.nullable(),
  passages: z.array(
    z.object({
      /** The headings above it, outermost first. */
      headings: z.array(z.string()),
      form: z.enum(["sentence", "row", "code"]),
      text: z.string(),
      /** The address of the nearest heading; absent where the platform has none. */
      url: z.string().optional(),
      /** Undecided contradictions from conversations and articles. */
      otherwise: z.array(
        z.object({
          text: z.string(),
          /** `Bo in #help`, or the title of the article. */
          source: z.string(),
          at: moment,
          /** The message's address; null if it has none, and for an article. */
          url: z.string().nullable(),
          /** The article, or the finding about the page. */
          articleId: rowId.nullable(),
          findingId: rowId.nullable(),
        }),
      ),
    }),
  ),
});
export type AnswerPage = z.infer<typeof answerPage>;

const wikiAnswer = z.object({
  /** True if the passages of the first page answer the question; otherwise they are only near it. */
  isAnswered: z.boolean(),
  /** Best first. */
  pages: z.array(answerPage).min(1),
});
export type WikiAnswer = z.infer<typeof wikiAnswer>;

/** The positions, from 0, of a page in the answer and of a passage on that page. */
export const citedPassage = z.object({ page: z.int().nonnegative(), passage: z.int().nonnegative() });
export type CitedPassage = z.infer<typeof citedPassage>;

const relatedPage = answerPage.pick({ id: true, title: true, url: true, platform: true });
export type RelatedPage = z.infer<typeof relatedPage>;

/** A claim cites at least one sentence or passage. */
const claim = z.object({
  text: z.string(),
  inline: inlines,
  /** Positions, from 0, of the sentences it cites. */
  sentences: z.array(z.int().nonnegative()),
  /** The passages that the claim cites. If any claim cites one, the answer's pages contain only cited passages. */
  passages: z.array(citedPassage),
});
export type AnswerClaim = z.infer<typeof claim>;

const answerArticle = z.object({ id: rowId, title: z.string(), summary: z.string(), updatedAt: moment });

const answer = z.object({
  /**
   * `answered`: the sentences answer the question. `near`: they are only close to it. `unknown`: no answer was found, so the
   * answer only lists what may be related.
   */
  verdict: z.enum(["answered", "near", "unknown"]),
  /** Probability, 0 to 1, that the found sentences answer; for a written answer the verdict counts instead. */
  score: z.number(),
  sentences: z.array(answerSentence),
  /** The articles of the sentences first, then other near ones. */
  articles: z.array(answerArticle),
  /** For `unknown`: articles about something near, and drafts for people who may review them. */
  related: z.array(answerArticle.extend({ isDraft: z.literal(true).optional() })).optional(),
  /** Authors of the sentences' messages. */
  people: z.array(z.string()),
});
export type AskAnswer = z.infer<typeof answer>;

const written = answer.extend({
  /** The model's text, with each claim checked against its sentences; null if only the sentences are shown. */
  written: z.array(claim).nullable(),
  /** Passages of the company's wiki; null if none is relevant. `verdict` is about the articles only. */
  wiki: wikiAnswer.nullable(),
  /** Pages that may be about the subject, where none is relevant enough for `wiki`. */
  relatedPages: z.array(relatedPage).optional(),
  /** For an unknown answer: names of channels that were never read and that the person may read, one more than are told. */
  unreadChannels: z.array(z.string()).optional(),
});
export type WrittenAnswer = z.infer<typeof written>;

export const pageHit = relatedPage.extend({
  editedAt: moment.nullable(),
  /** `contradicted`: by chat, undecided, in a channel that the person may read. `verified`: by a person, since the last edit. */
  state: z.enum(["contradicted", "verified"]).nullable(),
});
export type PageHit = z.infer<typeof pageHit>;

export const askEndpoints = {
  "GET /api/wiki-pages/search": {
    summary: "Pages of the company's wiki that have all the words, in their titles first",
    access: "session",
    needs: ["read", "articles"],
    query: z.object({ keywords: requiredText(200), limit: pageLimit }),
    response: z.array(pageHit),
  },
  "POST /api/ask": {
    summary: "Answers a question with sentences of articles and their sources, or says that it is not known",
    access: "session",
    needs: ["read", "articles"],
    body: z.strictObject({
      question: requiredText(LONGEST_QUESTION),
      /** The same person's previous question, which this one follows up. */
      previous: requiredText(LONGEST_QUESTION).optional(),
      /**
       * The browser's id of this question, the same if the answer is shown again. It allows rating and counting the answer;
       * without it nothing is stored.
       */
      asking: rowId.optional(),
    }),
    /** Includes the person's earlier rating of the answer. */
    response: written.extend({
      vote: z.enum(ANSWER_VOTES).nullable().optional(),
      /** Whether the person's question is under Open Questions; only where the answer is shown again. */
      isListed: z.boolean().optional(),
      /** A draft that answers better than reviewed articles, for people who may review it; else null. */
      unreviewed: answer.pick({ sentences: true, articles: true }).nullable(),
    }),
  },
} as const satisfies EndpointTable;

export type GivenAnswer = z.infer<(typeof askEndpoints)["POST /api/ask"]["response"]>;

/**
 * Events of `POST /api/ask` for clients that accept `text/event-stream`, as one line of JSON each: first the sentences, then each
 * checked claim, then the final text.
 */
export type AnswerEvent =
  | { type: "found"; answer: GivenAnswer; isBeingWritten: boolean }
  /** All sentences and pages cited so far: they replace those found by the search; `pages` is empty while no page is cited. */
  | { type: "claim"; claim: AnswerClaim; sentences: AnswerSentence[]; pages: AnswerPage[] }
  | { type: "end"; answer: WrittenAnswer };
