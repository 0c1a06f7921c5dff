import type { ArticleAnswer } from "../../shared/contract/ask.ts";
import { LONGEST_QUESTION } from "../../shared/domain/ask.ts";
import type { ReaderScope } from "../db/audience.ts";
import { SHOWN_STATES } from "../db/listed-articles.ts";
import type { ArticleState } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { answerView } from "./answer-view.ts";
import type { AsReader } from "./as-reader.ts";
import { findAnswer, type LibrarySearchResult, rereadIfUnchanged } from "./find-answer.ts";

export interface Question {
  question: string;
  /** The same person's previous question in the same conversation. */
  previous: string | null;
}

export type AskDeps = Pick<Deps, "connectors" | "encoder">;
export interface AskOptions {
  /** States of articles that may answer; by default those shown to readers. */
  states?: ArticleState[];
  /** Called in the transaction in which an answer was read. */
  onRead?: (scope: ReaderScope, answer: ArticleAnswer) => Promise<void>;
}

/** An answer from sentences, with its search result. */
export interface AnswerSearchResult {
  answer: ArticleAnswer;
  library: LibrarySearchResult;
}

/** Answers a question from everything the asker may read. */
export const askQuestion = async (
  deps: AskDeps,
  asked: Question,
  asReader: AsReader,
  options: AskOptions = {},
): Promise<ArticleAnswer> => (await searchAnswer(deps, asked, asReader, options)).answer;

/** A follow-up such as 'and on Windows?' finds no answer alone, so it is searched again with the previous question. */
export async function searchAnswer(
  deps: AskDeps,
  asked: Question,
  asReader: AsReader,
  options: AskOptions = {},
): Promise<AnswerSearchResult> {
  const alone = await searchAlone(deps, asked.question, asReader, options);
  if (asked.previous === null || alone.answer.verdict === "answered") return alone;
  const together = await searchAlone(deps, standaloneQuestion(asked), asReader, options);
  return together.answer.score > alone.answer.score ? together : alone;
}

/** The question preceded by the previous one, so that it can be understood alone. */
export const standaloneQuestion = ({ question, previous }: Question): string =>
  (previous === null ? question : `${previous} ${question}`).slice(0, LONGEST_QUESTION);

/** Finds articles for the question without composing an answer. */
export async function searchLibrary(
  deps: AskDeps,
  question: string,
  asReader: AsReader,
  states: ArticleState[] = SHOWN_STATES,
): Promise<LibrarySearchResult> {
  const [meaning] = (await deps.encoder?.encode([question])) ?? [];
  return findAnswer(asReader, states, question, meaning);
}

/** Encodes and ranks between transactions, and searches again if an article changed meanwhile. */
async function searchAlone(
  deps: AskDeps,
  question: string,
  asReader: AsReader,
  { states, onRead }: AskOptions,
): Promise<AnswerSearchResult> {
  for (;;) {
    const library = await searchLibrary(deps, question, asReader, states);
    const answer = await asReader(async (scope) => {
      const unchanged = await rereadIfUnchanged(scope, library);
      if (!unchanged) return null;
      const view = await answerView(deps, scope, unchanged);
      await onRead?.(scope, view);
      return view;
    });
    if (answer) return { answer, library };
  }
}
