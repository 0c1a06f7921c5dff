import { z } from "zod";
import { ANSWER_VOTES, LONGEST_QUESTION, VERDICTS } from "../domain/ask.ts";
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
  /** The reason why the sentence may be outdated; null if there is no doubt. */
  doubt: z.string().nullable(),
  /** The id of a message that may correct the sentence; missing if there is none. */
  correctedBy: z.string().optional(),
  /** An open contradiction by another message. */
  contradiction: z.object({ inline: inlines, note: inlines }).nullable(),
  /** A person wrote the sentence, or changed a sentence that cites messages. */
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

/** Confirmations of a page: by conversations with the same content that the person may read, and by people. */
export const pageConfirmation = z.object({
  times: z.int(),
  /** The last of the confirming conversations. */
  said: z.object({ channelName: z.string(), at: moment }).nullable(),
  /** The last person who confirmed the page. The name is null if the person's account is gone. */
  verified: z.object({ by: z.string().nullable(), at: moment }).nullable(),
});
export type PageConfirmation = z.infer<typeof pageConfirmation>;

/** A wiki page that people wrote, with the passages that the answer shows, in reading order. */
export const answerPage = z.object({
  id: rowId,
  title: z.string(),
  url: z.string(),
  platform: z.string(),
  editedAt: moment.nullable(),
  editedBy: z.string().nullable(),
  /** Null if the page was never confirmed. */
  confirmed: pageConfirmation.nullable(),
  passages: z.array(
    z.object({
      /** The headings above the passage, outermost first. */
      headings: z.array(z.string()),
      form: z.enum(["sentence", "row", "code"]),
      text: z.string(),
      /** The address of the nearest heading; absent where the platform has none. */
      url: z.string().optional(),
      /** Undecided contradictions from conversations and articles. */
      otherwise: z.array(
        z.object({
          text: z.string(),
          /** `Bo in #help` for a message, or the article's title. */
          source: z.string(),
          at: moment,
          /** The message's URL; null for a message without URL, and for an article. */
          url: z.string().nullable(),
          /** The id of the contradicting article, or of the finding about the page. */
          articleId: rowId.nullable(),
          findingId: rowId.nullable(),
        }),
      ),
    }),
  ),
});
export type AnswerPage = z.infer<typeof answerPage>;

const wikiAnswer = z.object({
  /** True if the passages of the first page answer the question. Otherwise they are only about a similar subject. */
  isAnswered: z.boolean(),
  /** The pages, best first. */
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
  /** Positions, from 0, of the sentences that the claim cites. */
  sentences: z.array(z.int().nonnegative()),
  /** The passages that the claim cites. If any claim cites one, the answer's pages contain only cited passages. */
  passages: z.array(citedPassage),
});
export type AnswerClaim = z.infer<typeof claim>;

export const answerArticle = z.object({
  id: rowId,
  title: z.string(),
  summary: z.string(),
  updatedAt: moment,
  /** The last confirmation by a person; of an older text if it is before `updatedAt`. */
  freshness: z.object({
    confirmedAt: moment.nullable(),
    /** Null if nobody has confirmed it, or if that person has left. */
    confirmedBy: z.string().nullable(),
    /** A review is due. */
    isDue: z.boolean(),
  }),
});

export const leftOutSentences = z.object({
  articleId: rowId,
  /** The section's position in the article, from 0; null for the summary. */
  section: z.int().nonnegative().nullable(),
  heading: z.string().nullable(),
  count: z.int().positive(),
});
export type LeftOutSentences = z.infer<typeof leftOutSentences>;

const answer = z.object({
  /**
   * `answered`: the sentences answer the question. `likely`: they probably do. `near`: they are only close to it.
   * `unknown`: no answer was found, so the answer only lists what may be related.
   */
  verdict: z.enum(VERDICTS),
  /**
   * The probability, 0 to 1, that the found sentences answer the question. For an answer written by a model, use the
   * verdict instead.
   */
  score: z.number(),
  sentences: z.array(answerSentence),
  /** The quoted sections that say more than `sentences`; missing or empty for an answer that a model wrote. */
  leftOut: z.array(leftOutSentences).optional(),
  /** The articles of the sentences first, then other related articles. */
  articles: z.array(answerArticle),
  /** For `unknown`: articles about similar subjects, and drafts for people who may review them. */
  related: z.array(answerArticle.extend({ isDraft: z.literal(true).optional() })).optional(),
  /** The authors of the sentences' source messages. */
  people: z.array(z.string()),
});
export type ArticleAnswer = z.infer<typeof answer>;

const written = answer.extend({
  /**
   * The model's text as claims, each checked against the sentences that it cites. Null if the answer shows only
   * sentences.
   */
  written: z.array(claim).nullable(),
  /** Passages of the company's wiki; null if no page is relevant. `verdict` is only about the articles. */
  wiki: wikiAnswer.nullable(),
  /** Pages that may be about the subject, where none is relevant enough for `wiki`. */
  relatedPages: z.array(relatedPage).optional(),
  /** For an unknown answer: names of channels that were never read and that the person may read, one more than are told. */
  unreadChannels: z.array(z.string()).optional(),
});
export type CombinedAnswer = z.infer<typeof written>;

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
      /** The person's previous question, if this one follows it up. */
      previous: requiredText(LONGEST_QUESTION).optional(),
      /**
       * The browser's id of this question. It stays the same if the answer is shown again. The id allows rating and
       * counting the answer; without the id, nothing is stored.
       */
      asking: rowId.optional(),
    }),
    /** The answer, and the person's earlier rating of it. */
    response: written.extend({
      vote: z.enum(ANSWER_VOTES).nullable().optional(),
      /** Whether the person's question is in the list of open questions. Only set if the answer is shown again. */
      isListed: z.boolean().optional(),
      /** A draft that answers better than reviewed articles, for people who may review it; otherwise null. */
      unreviewed: answer.pick({ sentences: true, leftOut: true, articles: true }).nullable(),
    }),
  },
} as const satisfies EndpointTable;

export type AskResponse = z.infer<(typeof askEndpoints)["POST /api/ask"]["response"]>;

/**
 * Events of `POST /api/ask` for clients that accept `text/event-stream`, each one line of JSON. First come the
 * sentences, then each checked claim, then the final text.
 */
export type AnswerEvent =
  | { type: "found"; answer: AskResponse; isBeingWritten: boolean }
  /**
   * All sentences and pages that the claims so far cite. They replace the search results. `pages` is empty until a
   * claim cites a page.
   */
  | { type: "claim"; claim: AnswerClaim; sentences: AnswerSentence[]; pages: AnswerPage[] }
  | { type: "end"; answer: CombinedAnswer };
