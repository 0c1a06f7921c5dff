import type { AskAnswer } from "../../shared/contract/ask.ts";
import { LONGEST_QUESTION } from "../../shared/domain/ask.ts";
import type { ReaderScope } from "../db/audience.ts";
import { SHOWN } from "../db/listed-articles.ts";
import type { ArticleState } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { answerView } from "./answer-view.ts";
import type { AsReader } from "./as-reader.ts";
import { findAnswer, readUnchanged } from "./find-answer.ts";

export interface Question {
  question: string;
  /** What the same person asked before in the same conversation. */
  previous: string | null;
}

type AskDeps = Pick<Deps, "connectors" | "encoder">;
interface AskOptions {
  /** Articles in these states answer; without it those that are shown to everybody who may read them. */
  states?: ArticleState[];
  /** Called in the transaction in which an answer was read. */
  onRead?: (scope: ReaderScope, answer: AskAnswer) => Promise<void>;
}

/** Answers from what the reader of `asReader` may read. What is not answered by itself is asked once more with the words before: 'and on Windows?' */
export async function askQuestion(
  deps: AskDeps,
  asked: Question,
  asReader: AsReader,
  options: AskOptions = {},
): Promise<AskAnswer> {
  const alone = await askAlone(deps, asked.question, asReader, options);
  if (asked.previous === null || alone.verdict === "answered") return alone;
  const together = await askAlone(deps, standaloneQuestion(asked), asReader, options);
  return together.score > alone.score ? together : alone;
}

/** What was asked, for whoever does not see what was asked before. */
export const standaloneQuestion = ({ question, previous }: Question): string =>
  (previous === null ? question : `${previous} ${question}`).slice(0, LONGEST_QUESTION);

/** Encoded and ranked is between transactions: what changed meanwhile is searched again. */
async function askAlone(
  deps: AskDeps,
  question: string,
  asReader: AsReader,
  { states = SHOWN, onRead }: AskOptions,
): Promise<AskAnswer> {
  const [meaning] = (await deps.encoder?.encode([question])) ?? [];
  for (;;) {
    const found = await findAnswer(asReader, states, question, meaning);
    const answer = await asReader(async (scope) => {
      const unchanged = await readUnchanged(scope, found);
      if (!unchanged) return null;
      const view = await answerView(deps, scope, unchanged);
      await onRead?.(scope, view);
      return view;
    });
    if (answer) return answer;
  }
}
