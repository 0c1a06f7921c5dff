import type { ArticleAnswer, CombinedAnswer } from "../../../shared/contract/ask.ts";
import { combineVerdicts } from "../../../shared/domain/ask.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import type { AsReader } from "../as-reader.ts";
import { answerWithoutModel, beginAnswer } from "../write-answer.ts";
import { type AnswerPlace, type ReaderQuestion, readDirectQuestion } from "./answer-directly.ts";
import {
  type AnswerReply,
  choosePages,
  composePost,
  listContradictingTexts,
  REPLY_TO_GUESTS,
  REPLY_TO_STRANGERS,
} from "./answer-words.ts";
import { type ChatAnswerRow, readPreviousQuestion, readQuestionText, readVersions } from "./chat-answer-queries.ts";
import { removeMention } from "./remove-mention.ts";

export interface FoundChatAnswer extends Pick<ArticleAnswer, "verdict" | "score" | "articles"> {
  question: string;
  /** Makes the model write the answer; null without a model, and if the answer is already the model's. */
  write: ((signal: AbortSignal) => Promise<FoundChatAnswer | null>) | null;
  words: AnswerReply;
  articleId: string | null;
  articleVersion: number | null;
  /**
   * Versions, by id, of the articles that the model's answer cites and of those that contradict a quoted page. An answer without
   * a model has `articleVersion` instead.
   */
  cites: Record<string, number>;
  /** Versions, by id, of the quoted pages. */
  pageCites: Record<string, string>;
  /** The quoted findings that contradict these pages. */
  findingCites: string[];
}

/** Finds the answer; in a channel from what the whole workspace may read. Null if the question was deleted. */
export async function findChatAnswer(
  deps: Deps,
  row: ChatAnswerRow,
  place: AnswerPlace,
  signal: AbortSignal,
): Promise<FoundChatAnswer | null> {
  const asked = place.isDirect ? await readDirectQuestion(deps, row, place, signal) : await readInChannel(deps, row);
  if (!asked) return null;
  if (asked === "guest") return refused(REPLY_TO_GUESTS);
  if (asked === "stranger") return refused(REPLY_TO_STRANGERS);
  const read: ReadVersions = { articles: {}, pages: {} };
  const asReader: AsReader = (work) =>
    inWorkspace(deps.db, row.workspaceId, (scope) => work({ ...scope, reader: asked.reader }));
  const { workspaceId } = row;
  const { write, ...begun } = await beginAnswer(
    deps,
    { workspaceId, asked, asReader },
    {
      async onRead(scope, { articles: [best] }) {
        // Reads the version in the same transaction as the article, so that any later version is noticed.
        if (best) Object.assign(read.articles, await readVersions(scope, [best.id]));
      },
    },
  );
  const { question, answer, pages } = begun;
  read.pages = pages?.versions ?? {};
  const found = foundOf(deps, question, answerWithoutModel(begun), read);
  if (!write) return found;
  return {
    ...found,
    async write(ends) {
      let cites: Record<string, number> = {};
      const written = await write({
        signal: ends,
        async onChecked(scope, sentences) {
          cites = await readVersions(scope, [...new Set(sentences.map(({ articleId }) => articleId))]);
        },
      });
      const inWords = foundOf(deps, question, written, read);
      // The model wrote nothing and agrees with the sentences' verdict.
      if (!written.written && written.verdict === answer.verdict && inWords.verdict === found.verdict) return null;
      const articleVersion = cites[inWords.articleId ?? ""] ?? inWords.articleVersion;
      return { ...inWords, articleVersion, cites: { ...cites, ...inWords.cites } };
    },
  };
}

/** The versions read together with the text, by id: of the searched article and of the pages. */
interface ReadVersions {
  articles: Record<string, number>;
  pages: Record<string, string>;
}

/** A version that no article has, so that an answer with it is corrected. */
const NO_VERSION = -1;

function foundOf({ env }: Deps, question: string, told: CombinedAnswer, read: ReadVersions): FoundChatAnswer {
  const { verdict, score, articles, wiki } = told;
  const words = composePost(told, env.PUBLIC_URL);
  const pages = choosePages(told);
  const otherwise = pages.flatMap(listContradictingTexts);
  const articleId = words.article ? (articles[0]?.id ?? null) : null;
  return {
    question,
    write: null,
    verdict: combineVerdicts(verdict, wiki),
    score,
    articles,
    words,
    articleId,
    articleVersion: read.articles[articleId ?? ""] ?? null,
    cites: Object.fromEntries(
      otherwise.flatMap(({ articleId: id }) => (id === null ? [] : [[id, read.articles[id] ?? NO_VERSION]])),
    ),
    pageCites: Object.fromEntries(pages.map(({ id }) => [id, read.pages[id] ?? ""])),
    findingCites: otherwise.flatMap(({ findingId }) => findingId ?? []),
  };
}

const refused = (words: AnswerReply): FoundChatAnswer => ({
  question: "",
  write: null,
  verdict: "unknown",
  score: 0,
  articles: [],
  words,
  articleId: null,
  articleVersion: null,
  cites: {},
  pageCites: {},
  findingCites: [],
});

async function readInChannel(deps: Deps, row: ChatAnswerRow): Promise<ReaderQuestion | null> {
  const [asked, before] = await inWorkspace(deps.db, row.workspaceId, async (scope) => [
    await readQuestionText(scope, row),
    await readPreviousQuestion(scope, row),
  ]);
  const question = asked === null ? "" : removeMention(asked);
  return question === "" ? null : { question, previous: before === null ? null : removeMention(before), reader: null };
}
