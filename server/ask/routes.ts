import type { FastifyInstance } from "fastify";
import {
  type ArticleAnswer,
  type AskResponse,
  askEndpoints,
  type CombinedAnswer,
  type WikiAnswer,
} from "../../shared/contract/ask.ts";
import { can } from "../../shared/domain/access.ts";
import { combineVerdicts } from "../../shared/domain/ask.ts";
import { inWorkspaceAs, readInWorkspaceAs } from "../db/audience.ts";
import { UNREVIEWED_STATES } from "../db/listed-articles.ts";
import type { Deps } from "../deps.ts";
import { type EndpointRequest, serveEndpoints } from "../http/routes.ts";
import type { AsReader } from "./as-reader.ts";
import { type AnswerSearchResult, searchAnswer } from "./ask-question.ts";
import { addAnswerPages, readVote } from "./feedback/given-answer-queries.ts";
import { storeGivenAnswer } from "./feedback/store-answer.ts";
import { findOwnGroup, storeOpenQuestion } from "./open-questions/store-question.ts";
import { addSearchHints } from "./search-hints.ts";
import { searchPages } from "./search-pages.ts";
import { acceptsEvents, streamAnswer, watchDisconnects } from "./stream-answer.ts";
import { type AnswerInProgress, beginAnswer, type WriteOptions } from "./write-answer.ts";

/** The pages of a search without `limit`. */
const SHOWN_PAGES = 10;

type AskRequest = EndpointRequest<(typeof askEndpoints)["POST /api/ask"]>;

export function askRoutes(app: FastifyInstance, deps: Deps): void {
  const signalOf = watchDisconnects(app);
  serveEndpoints(app, askEndpoints, {
    "GET /api/wiki-pages/search": ({ viewer, query }) =>
      readInWorkspaceAs(deps.db, viewer, (scope) =>
        searchPages(scope, query.keywords, Number(query.limit ?? SHOWN_PAGES)),
      ),
    "POST /api/ask": async (given) => {
      const { viewer, body, request, reply } = given;
      const signal = signalOf(reply);
      const asked = { question: body.question, previous: body.previous ?? null };
      const asReader: AsReader = (work) => inWorkspaceAs(deps.db, viewer, work);
      const begun = await beginAnswer(deps, { workspaceId: viewer.workspaceId, asked, asReader });
      const wiki = begun.pages?.wiki ?? null;
      const found = addSearchHints({ ...(await noteFound(deps, given, begun, wiki)), wiki }, begun.elsewhere);
      if (!begun.write) await noteAsked(deps, given, begun.question, found, wiki);
      const write =
        begun.write &&
        whenWritten(begun.write, (answer) =>
          noteWritten(deps, given, { question: begun.question, answer: found }, answer, wiki),
        );
      if (acceptsEvents(request)) await streamAnswer(reply, signal, { answer: found, write });
      if (!write || reply.sent) return { ...found, written: null };
      return { ...found, ...(await write({ signal })) };
    },
  });
}

/** Calls `note` with the written answer, or with null if writing failed and the sentences count as the answer. */
const whenWritten =
  (write: NonNullable<AnswerInProgress["write"]>, note: (answer: CombinedAnswer | null) => Promise<void>) =>
  async (options: WriteOptions): Promise<CombinedAnswer> => {
    let answer: CombinedAnswer | null = null;
    try {
      return (answer = await write(options));
    } finally {
      await note(answer);
    }
  };

/** Adds the asker's earlier vote and, for editors, a better answer from unreviewed articles. Stores the answer (`storeGivenAnswer`). */
async function noteFound(
  deps: Deps,
  { viewer, body }: AskRequest,
  { question, answer, write }: AnswerInProgress,
  wiki: WikiAnswer | null,
) {
  const { asking } = body;
  const asReader: AsReader = (work) => inWorkspaceAs(deps.db, viewer, work);
  const asked = { question, previous: null };
  const draft =
    combineVerdicts(answer.verdict, wiki) !== "answered" && can(viewer, "change", "inbox")
      ? await searchAnswer(deps, asked, asReader, { states: UNREVIEWED_STATES })
      : null;
  // Drafts are unreviewed, so one that may be about something else is not offered.
  const isBetter = draft !== null && draft.answer.verdict === "answered" && draft.answer.score > answer.score;
  const asksTitle = draft !== null && draft.answer.sentences.length > 0 && titleLikeness(draft) >= SAME_QUESTION;
  const isOffered = isBetter || asksTitle;
  const unreviewed = isOffered
    ? {
        sentences: draft.answer.sentences,
        leftOut: draft.answer.leftOut ?? [],
        articles: draft.answer.articles.slice(0, 1),
      }
    : null;
  // An answer that is only near would stand above the draft that answers this very question.
  const isReplaced = asksTitle && draft.answer.verdict === "answered" && isOnlyNear(answer) && !write;
  const shown: ArticleAnswer = isReplaced ? { ...answer, ...NOTHING, related: answer.articles } : answer;
  const again = await inWorkspaceAs(deps.db, viewer, async (scope) => {
    if (!asking || (await storeGivenAnswer(deps, scope, { asking, question, answer: shown }))) return { vote: null };
    const isListed = (await findOwnGroup(scope, { asking, question })) !== undefined;
    return { vote: await readVote(scope, asking), isListed };
  });
  if (isReplaced) return { ...shown, ...again, unreviewed };
  const drafts = (draft?.answer.related ?? []).map((one) => ({ ...one, isDraft: true as const }));
  const related = answer.verdict === "unknown" && !isOffered ? [...(answer.related ?? []), ...drafts] : [];
  return { ...answer, ...again, unreviewed, ...(related.length > 0 && { related }) };
}

const NOTHING = { verdict: "unknown" as const, sentences: [], leftOut: [], articles: [], people: [] };

/** A sure answer with a correction is called near as well. */
const isOnlyNear = ({ verdict, sentences }: ArticleAnswer) =>
  (verdict === "near" || verdict === "likely") && !sentences.some(({ correctedBy }) => correctedBy !== undefined);

/** A title that is so near to the question asks the same. */
const SAME_QUESTION = 0.75;
const titleLikeness = ({ library: { found } }: AnswerSearchResult) => found.articles[0]?.likeness ?? 0;

/**
 * Notes the question with the final verdict (`storeOpenQuestion`), and the pages that the answer shows. A question that was shown
 * an answer is open only once the person says that it is wrong.
 */
function noteAsked(
  deps: Deps,
  { viewer, body: { asking } }: AskRequest,
  question: string,
  { verdict: ofArticles, articles, related, sentences, unreviewed, isListed }: NotedAnswer,
  wiki: WikiAnswer | null,
): Promise<void> {
  const asker = { userId: viewer.userId, words: question.trim(), asking };
  const verdict = combineVerdicts(ofArticles, wiki);
  const isShown = asking !== undefined && (sentences.length > 0 || unreviewed !== null);
  // The author of the draft about it explained it, so they come first.
  const known = [...(unreviewed?.articles ?? []), ...articles, ...(related ?? [])];
  return inWorkspaceAs(deps.db, viewer, async (scope) => {
    if (asking && wiki) await addAnswerPages(scope, asking, wiki);
    // Shown again, it was noted before, and may have been taken off the list since.
    if (isListed === undefined && (verdict === "answered" || !isShown))
      await storeOpenQuestion(scope, asker, { question, articles: known, verdict });
  });
}

type NotedAnswer = ArticleAnswer & Pick<AskResponse, "unreviewed" | "isListed">;

async function noteWritten(
  deps: Deps,
  given: AskRequest,
  { question, answer: found }: { question: string; answer: NotedAnswer },
  written: CombinedAnswer | null,
  wiki: WikiAnswer | null,
): Promise<void> {
  const answer = written ?? found;
  const { unreviewed, isListed } = found;
  await noteAsked(deps, given, question, { ...answer, unreviewed, isListed }, written ? written.wiki : wiki);
  const { asking } = given.body;
  // The articles of the written answer count as shown too.
  if (asking && written)
    await inWorkspaceAs(deps.db, given.viewer, (scope) => storeGivenAnswer(deps, scope, { asking, question, answer }));
}
