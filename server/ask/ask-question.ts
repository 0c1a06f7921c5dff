import type { AskAnswer } from "../../shared/contract/ask.ts";
import { LONGEST_QUESTION } from "../../shared/domain/ask.ts";
import type { ReaderScope } from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import { answerView } from "./answer-view.ts";
import { findAnswer } from "./find-answer.ts";

export interface Question {
  question: string;
  /** What the same person asked before in the same conversation. */
  previous: string | null;
}

type Asking = Pick<Deps, "connectors" | "encoder">;
/** Reads the library with the eyes of whoever asked. */
export type AsReader<Read> = (work: (scope: ReaderScope) => Promise<Read>) => Promise<Read>;

/** Answers from what the reader of `asReader` may read. What is not answered by itself is asked once more with the words before: 'and on Windows?' */
export async function askQuestion(deps: Asking, asked: Question, asReader: AsReader<AskAnswer>): Promise<AskAnswer> {
  const alone = await askAlone(deps, asked.question, asReader);
  if (asked.previous === null || alone.verdict === "answered") return alone;
  const together = await askAlone(deps, inOneSentence(asked), asReader);
  return together.score > alone.score ? together : alone;
}

/** What was asked, for whoever does not see what was asked before. */
export const inOneSentence = ({ question, previous }: Question): string =>
  (previous === null ? question : `${previous} ${question}`).slice(0, LONGEST_QUESTION);

/** The question is encoded outside of the transaction. */
async function askAlone(deps: Asking, question: string, asReader: AsReader<AskAnswer>): Promise<AskAnswer> {
  const [meaning] = (await deps.encoder?.encode([question])) ?? [];
  return asReader(async (scope) => answerView(deps, scope, await findAnswer(scope, question, meaning)));
}
