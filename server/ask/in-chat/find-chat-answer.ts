import type { AskAnswer } from "../../../shared/contract/ask.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import type { AsReader } from "../as-reader.ts";
import { askQuestion } from "../ask-question.ts";
import { isToBeWritten, withWritten, writeAnswer } from "../write-answer.ts";
import { type Asked, type Place, readDirectly } from "./answer-directly.ts";
import { type AnswerWords, NOT_FOR_GUESTS, NOT_FOR_STRANGERS, wordsOf, writtenWordsOf } from "./answer-words.ts";
import { type ChatAnswerRow, readAsked, readAskedBefore, readVersion } from "./chat-answer-queries.ts";
import { questionIn } from "./question-in.ts";

export interface FoundAnswer extends Pick<AskAnswer, "verdict" | "score" | "articles"> {
  question: string;
  /** In a model's words, as far as it may be written; null where the sentences stand for themselves. */
  write: ((signal: AbortSignal) => Promise<AnswerWords | null>) | null;
  words: AnswerWords;
  articleId: string | null;
  articleVersion: number | null;
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
  const found = await askQuestion(deps, asked, asReader, {
    async onRead(scope, { articles: [best] }) {
      // Read in the same transaction, before anybody may change it: a later version is seen as one.
      articleVersion = best ? await readVersion(scope, best.id) : null;
    },
  });
  const origin = deps.env.PUBLIC_URL;
  const words = wordsOf(found, origin);
  const isShown = words.sentences.length > 0;
  const write = async (ends: AbortSignal) => {
    const written = await writeAnswer(deps, row.workspaceId, asked, found, asReader, { signal: ends });
    return written && writtenWordsOf(withWritten(found, written), written, origin);
  };
  return {
    question: asked.question,
    write: isShown && isToBeWritten(deps, found) ? write : null,
    verdict: found.verdict,
    score: found.score,
    articles: found.articles,
    words,
    articleId: isShown ? (found.articles[0]?.id ?? null) : null,
    articleVersion: isShown ? articleVersion : null,
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
});

async function readInChannel(deps: Deps, row: ChatAnswerRow): Promise<Asked | null> {
  const [asked, before] = await inWorkspace(deps.db, row.workspaceId, async (scope) => [
    await readAsked(scope, row),
    await readAskedBefore(scope, row),
  ]);
  const question = asked === null ? "" : questionIn(asked);
  return question === "" ? null : { question, previous: before === null ? null : questionIn(before), reader: null };
}
