import type { AskAnswer, WrittenAnswer } from "../../../shared/contract/ask.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import type { AsReader } from "../as-reader.ts";
import { beginAnswer } from "../write-answer.ts";
import { type Asked, type Place, readDirectly } from "./answer-directly.ts";
import { type AnswerWords, NOT_FOR_GUESTS, NOT_FOR_STRANGERS, wordsOf, writtenWordsOf } from "./answer-words.ts";
import { type ChatAnswerRow, readAsked, readAskedBefore, readVersions } from "./chat-answer-queries.ts";
import { questionIn } from "./question-in.ts";

export interface FoundAnswer extends Pick<AskAnswer, "verdict" | "score" | "articles"> {
  question: string;
  /** The same in a model's words, as it judges; null where none writes, and where it stands in them. */
  write: ((signal: AbortSignal) => Promise<FoundAnswer | null>) | null;
  words: AnswerWords;
  articleId: string | null;
  articleVersion: number | null;
  /** The versions of the articles that its words cite, by id; those of sentences are followed by `articleVersion`. */
  cites: Record<string, number>;
}

/** In a channel from what everybody of the workspace may read; null when the question is not there any more. */
export async function answerTo(
  deps: Deps,
  row: ChatAnswerRow,
  place: Place,
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
  const { question, answer, write } = await beginAnswer(
    deps,
    { workspaceId, asked, asReader },
    {
      async onRead(scope, { articles: [best] }) {
        // Read in the same transaction, before anybody may change it: a later version is seen as one.
        articleVersion = best ? ((await readVersions(scope, [best.id]))[best.id] ?? null) : null;
      },
    },
  );
  const origin = deps.env.PUBLIC_URL;
  const words = wordsOf(answer, origin);
  const isShown = words.sentences.length > 0;
  const found: FoundAnswer = {
    question,
    write: null,
    verdict: answer.verdict,
    score: answer.score,
    articles: answer.articles,
    words,
    articleId: isShown ? (answer.articles[0]?.id ?? null) : null,
    articleVersion: isShown ? articleVersion : null,
    cites: {},
  };
  if (!write) return found;
  return {
    ...found,
    async write(ends) {
      let cites: Record<string, number> = {};
      const told = await write({
        signal: ends,
        async onChecked(scope, sentences) {
          cites = await readVersions(scope, [...new Set(sentences.map(({ articleId }) => articleId))]);
        },
      });
      return inModelsWords(found, told, cites, origin);
    },
  };
}

/** Null where the model wrote nothing and its verdict is that of the sentences. */
function inModelsWords(
  found: FoundAnswer,
  told: WrittenAnswer,
  cites: Record<string, number>,
  origin: string,
): FoundAnswer | null {
  const { written, verdict, articles } = told;
  if (!written && verdict === found.verdict) return null;
  const articleId = written ? (articles[0]?.id ?? null) : null;
  const articleVersion = articleId ? (cites[articleId] ?? null) : null;
  const words = written ? writtenWordsOf(told, written, origin) : wordsOf(told, origin);
  return { ...found, verdict, articles, words, articleId, articleVersion, cites };
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
});

async function readInChannel(deps: Deps, row: ChatAnswerRow): Promise<Asked | null> {
  const [asked, before] = await inWorkspace(deps.db, row.workspaceId, async (scope) => [
    await readAsked(scope, row),
    await readAskedBefore(scope, row),
  ]);
  const question = asked === null ? "" : questionIn(asked);
  return question === "" ? null : { question, previous: before === null ? null : questionIn(before), reader: null };
}
