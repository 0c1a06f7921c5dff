import type { AskAnswer, WrittenAnswer } from "../../../shared/contract/ask.ts";
import { verdictWith } from "../../../shared/domain/ask.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import type { AsReader } from "../as-reader.ts";
import { beginAnswer } from "../write-answer.ts";
import { type AnswerTarget, type ReaderQuestion, readDirectly } from "./answer-directly.ts";
import {
  type AnswerWords,
  NOT_FOR_GUESTS,
  NOT_FOR_STRANGERS,
  otherwiseOf,
  shownPages,
  wordsOf,
} from "./answer-words.ts";
import { type ChatAnswerRow, readAsked, readAskedBefore, readVersions } from "./chat-answer-queries.ts";
import { questionIn } from "./question-in.ts";

export interface FoundAnswer extends Pick<AskAnswer, "verdict" | "score" | "articles"> {
  question: string;
  /** Has the model write the answer; null where there is no model, and where the answer is the model's already. */
  write: ((signal: AbortSignal) => Promise<FoundAnswer | null>) | null;
  words: AnswerWords;
  articleId: string | null;
  articleVersion: number | null;
  /** Versions, by id, of the articles that the model's answer cites. An answer of sentences uses `articleVersion` instead. */
  cites: Record<string, number>;
  /** Versions, by id, of the quoted pages. */
  pageCites: Record<string, string>;
  /** The quoted findings, which contradict these pages. */
  findingCites: string[];
}

/** Finds the answer, in a channel from what the whole workspace may read; null when the question was deleted. */
export async function findChatAnswer(
  deps: Deps,
  row: ChatAnswerRow,
  place: AnswerTarget,
  signal: AbortSignal,
): Promise<FoundAnswer | null> {
  const asked = place.isDirect ? await readDirectly(deps, row, place, signal) : await readInChannel(deps, row);
  if (!asked) return null;
  if (asked === "guest") return refused(NOT_FOR_GUESTS);
  if (asked === "stranger") return refused(NOT_FOR_STRANGERS);
  let articleVersion: number | null = null;
  const asReader: AsReader = (work) =>
    inWorkspace(deps.db, row.workspaceId, (scope) => work({ ...scope, reader: asked.reader }));
  const { workspaceId } = row;
  const { question, answer, pages, write } = await beginAnswer(
    deps,
    { workspaceId, asked, asReader },
    {
      async onRead(scope, { articles: [best] }) {
        // Reads the version in the transaction that read the article, so that any later version is noticed.
        articleVersion = best ? ((await readVersions(scope, [best.id]))[best.id] ?? null) : null;
      },
    },
  );
  const told = { ...answer, written: null, wiki: pages?.wiki ?? null };
  const inSentences = foundOf(deps, question, told, pages?.versions);
  const found = { ...inSentences, articleVersion: inSentences.articleId === null ? null : articleVersion };
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
      const inWords = foundOf(deps, question, written, pages?.versions);
      // The model wrote nothing and agrees with the verdict of the sentences.
      if (!written.written && written.verdict === answer.verdict && inWords.verdict === found.verdict) return null;
      return { ...inWords, articleVersion: cites[inWords.articleId ?? ""] ?? null, cites };
    },
  };
}

function foundOf(
  { env }: Deps,
  question: string,
  told: WrittenAnswer,
  versions: Record<string, string> = {},
): FoundAnswer {
  const { verdict, score, articles, wiki } = told;
  const words = wordsOf(told, env.PUBLIC_URL);
  const pages = shownPages(told);
  return {
    question,
    write: null,
    verdict: verdictWith(verdict, wiki),
    score,
    articles,
    words,
    articleId: words.article ? (articles[0]?.id ?? null) : null,
    articleVersion: null,
    cites: {},
    pageCites: Object.fromEntries(pages.map(({ id }) => [id, versions[id] ?? ""])),
    findingCites: pages.flatMap(otherwiseOf).flatMap(({ findingId }) => findingId ?? []),
  };
}

const refused = (words: AnswerWords): FoundAnswer => ({
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
    await readAsked(scope, row),
    await readAskedBefore(scope, row),
  ]);
  const question = asked === null ? "" : questionIn(asked);
  return question === "" ? null : { question, previous: before === null ? null : questionIn(before), reader: null };
}
