import { z } from "zod";
import type { Permission } from "../domain/access.ts";
import type { KeyScope } from "../domain/api-keys.ts";
import { SECTION_ROLES } from "../domain/article.ts";
import { LONGEST_QUESTION, VERDICTS } from "../domain/ask.ts";
import { INBOX_CHOICES, INBOX_KINDS, MAX_REPORT_CHARACTERS } from "../domain/inbox.ts";
import { answerPage, citedPassage, leftOutSentences, pageHit } from "./ask.ts";
import { doneResponse, idParams, moment, requiredText, rowId, text, undoableDecisionId } from "./endpoint.ts";

/**
 * An endpoint for programs, whose API key needs the scope. /api/v1/openapi.json and /docs/api are generated from these
 * endpoints.
 */
export interface KeyEndpoint {
  summary: string;
  scope: KeyScope;
  needs: Permission;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
}

const paging = {
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, "A whole number from 1 to 100.")
    .optional()
    .describe("How many at most, 1 to 100. 20 when absent."),
  cursor: text(200).optional().describe("`next` of the page before."),
};

const card = z.object({
  id: rowId,
  title: z.string(),
  url: z.string().describe("Where people read it."),
  summary: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  channel: z.string(),
  createdAt: moment,
  updatedAt: moment,
});

const source = z.object({
  id: z.string(),
  author: z.string(),
  channel: z.string(),
  sentAt: moment,
  permalink: z.string().nullable().describe("The message in its chat; null where it cannot be known."),
});

const byHand = z
  .object({ what: z.enum(["written", "edited", "kept"]), by: z.string().nullable(), at: moment })
  .nullable()
  .describe(
    "`written`: it is a person's own and cites no message. `edited`: a person changed what cites messages. `kept`: a person kept it after its message was edited. `by`: null when they left. Null: as the chat said it.",
  );

const page = card.extend({
  version: z.int(),
  state: z.string().describe("`stands`, or why it does not: `withdrawn`, `held`, `draft`, `review`, `library-only`."),
  sentences: z.array(
    z.object({
      section: z.enum(SECTION_ROLES).nullable().describe("Null in the summary."),
      form: z.enum(["sentence", "code"]),
      text: z.string().describe("Markdown; the plain text of code."),
      doubt: z.string().nullable().describe("Why it may not hold any more."),
      sources: z.array(z.string()).describe("Ids of the messages it cites."),
      hand: byHand,
    }),
  ),
  sources: z.array(source.extend({ text: z.string() })),
  contradictions: z.array(z.object({ says: z.string(), saidOtherwise: z.string(), note: z.string() })),
  markdown: z.string().describe("The whole article as one document."),
});
export type PublicArticle = z.infer<typeof page>;

const answer = z.object({
  verdict: z
    .enum(VERDICTS)
    .describe(
      "`answered`: the sentences or pages answer. `likely`: they probably do, or nobody verified the article as it is now: check the source. `near`: the nearest there is. `unknown`: no answer was found.",
    ),
  score: z.number().describe("0 to 1: how sure it is that the sentences answer."),
  sentences: z.array(
    z.object({
      articleId: rowId,
      articleTitle: z.string(),
      url: z.string(),
      form: z.enum(["sentence", "code"]),
      text: z.string(),
      doubt: z.string().nullable(),
      contradiction: z
        .string()
        .nullable()
        .describe("What somebody else said about the same, nobody having decided yet."),
      contradictionNote: z.string().nullable().describe("Who said it where and when."),
      sources: z.array(source),
      hand: byHand,
    }),
  ),
  written: z
    .array(z.object({ text: z.string(), sentences: z.array(z.int().nonnegative()), passages: z.array(citedPassage) }))
    .nullable()
    .describe(
      "The answer in a model's words where the workspace has one, each claim checked against the sentences and the passages of pages that it names by their places, from 0. Null: the sentences are the answer.",
    ),
  articles: z.array(
    z.object({
      id: rowId,
      title: z.string(),
      url: z.string(),
      summary: z.string(),
      updatedAt: moment,
      verified: z
        .object({ by: z.string().nullable(), at: moment })
        .nullable()
        .describe(
          "Who verified the article last. Before `updatedAt`, it is of an earlier text. Null: nobody has. `by`: null when they left.",
        ),
    }),
  ),
  people: z.array(z.string()).describe("Who answered similar questions."),
  pages: z
    .array(answerPage)
    .describe("Pages of the company's wiki that say something to the question, best first, with the passages that do."),
  relatedPages: z
    .array(answerPage.pick({ id: true, title: true, url: true, platform: true }))
    .describe("Where no answer was found: pages of the wiki that may be about the subject."),
  leftOut: z
    .array(leftOutSentences)
    .describe(
      "How many sentences of each quoted section the answer leaves out. They may limit what it says: read the article. Empty for an answer in a model's words.",
    ),
  unreadChannels: z
    .array(z.string())
    .describe("Where no answer was found: names of channels that were never read, four at most."),
});
export type PublicAnswer = z.infer<typeof answer>;

const change = z.object({
  articleId: rowId,
  title: z.string(),
  url: z.string(),
  version: z.int(),
  reason: z.string().describe("Why it changed, in a sentence."),
  changedAt: moment,
});
export type PublicChange = z.infer<typeof change>;

const list = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next: z.string().nullable().describe("`cursor` of the next page; null on the last."),
  });

const READ = { scope: "articles", needs: ["read", "articles"] } as const;

export const publicEndpoints = {
  "GET /api/v1/articles": {
    summary: "Articles, last changed first",
    ...READ,
    query: z.strictObject(paging),
    response: list(card),
  },
  "GET /api/v1/articles/:id": {
    summary: "One article: its sentences, the messages they cite, and what contradicts them",
    ...READ,
    params: idParams,
    response: page,
  },
  "GET /api/v1/search": {
    summary: "Articles that have the words, best first; forgives typing errors",
    ...READ,
    query: z.strictObject({ q: requiredText(200), limit: paging.limit }),
    response: z.object({
      items: z.array(card),
      matchesAll: z.boolean().describe("False where no article has all of the words: these have some of them."),
      pages: z.array(pageHit).describe("Pages of the company's wiki that have all of the words."),
    }),
  },
  "POST /api/v1/ask": {
    summary: "Answers a question with sentences and their sources, or says that it is not known",
    ...READ,
    body: z.strictObject({
      question: requiredText(LONGEST_QUESTION),
      previous: requiredText(LONGEST_QUESTION)
        .optional()
        .describe("What was asked before, for a question that goes on from it."),
    }),
    response: answer,
  },
  "GET /api/v1/changes": {
    summary: "What changed in which article and why, newest first",
    ...READ,
    query: z.strictObject(paging),
    response: list(change),
  },
  "POST /api/v1/articles/:id/problems": {
    summary: "Report a problem with an article: it waits in the inbox for a person",
    scope: "reports",
    needs: ["read", "articles"],
    params: idParams,
    body: z.strictObject({ text: requiredText(MAX_REPORT_CHARACTERS) }),
    response: doneResponse,
  },
  "GET /api/v1/inbox": {
    summary: "What waits for a person, newest first",
    scope: "inbox",
    needs: ["read", "inbox"],
    query: z.strictObject({ kind: z.enum(INBOX_KINDS).optional(), ...paging }),
    response: list(
      z.object({
        id: z.string(),
        kind: z.enum(INBOX_KINDS),
        article: z.object({ id: rowId, title: z.string(), url: z.string() }),
        since: moment,
        reason: z.string().describe("What is asked, in a sentence."),
        choices: z.array(z.enum(INBOX_CHOICES)).describe("What can be decided, the harmless choice first."),
      }),
    ).extend({ total: z.int() }),
  },
  "POST /api/v1/inbox/:id/decide": {
    summary: "Decide one item of the inbox",
    scope: "decisions",
    needs: ["change", "inbox"],
    params: z.strictObject({ id: text(100) }),
    body: z.strictObject({ choice: z.enum(INBOX_CHOICES) }),
    response: z.object({ message: z.string(), undo: undoableDecisionId }),
  },
} as const satisfies Readonly<Record<string, KeyEndpoint>>;
