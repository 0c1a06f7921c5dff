import type { WrittenClaim } from "../../engine/contract.ts";
import type { AnswerClaim, AskAnswer } from "../../shared/contract/ask.ts";
import { parseInline } from "../../shared/markdown/parse-inline.ts";
import type { ReaderScope } from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import { listReadableArticles } from "../library/index.ts";
import type { AsReader } from "./as-reader.ts";
import type { Question } from "./ask-question.ts";
import { statementsOf } from "./read-articles.ts";

/** Whoever asked has the sentences; for what is written of them they wait no longer than this. */
const LONGEST_WAIT_MS = 20_000;

export interface WriteOptions {
  /** Ends when nobody waits any longer. */
  signal?: AbortSignal;
  /** Told each claim as soon as it is checked; what is returned at the end counts. */
  onClaim?: (claim: AnswerClaim) => void;
}

/** Whether this answer would be written, if the model writes. */
export const isToBeWritten = ({ engines }: Pick<Deps, "engines">, { sentences }: AskAnswer): boolean =>
  engines.writeAnswer !== undefined && sentences.length > 0;

/**
 * The answer in the model's words, made of the found sentences alone; empty where they do not answer; null where no model is configured,
 * where it is down, too slow or over its budget, and where too little of what it says is in the sentences.
 */
export async function writeAnswer(
  deps: Pick<Deps, "engines">,
  workspaceId: string,
  { question, previous }: Question,
  answer: AskAnswer,
  asReader: AsReader,
  { signal, onClaim }: WriteOptions = {},
): Promise<AnswerClaim[] | null> {
  if (!deps.engines.writeAnswer || !isToBeWritten(deps, answer)) return null;
  const sentences = answer.sentences.map(({ text, contradiction, sources }) => ({
    text,
    isDisputed: contradiction !== null,
    sources: sources.map(({ id }) => id),
  }));
  const ends = AbortSignal.any([AbortSignal.timeout(LONGEST_WAIT_MS), ...(signal ? [signal] : [])]);
  const written = await deps.engines.writeAnswer(
    workspaceId,
    { question, previous, sentences },
    { signal: ends, ...(onClaim && { onClaim: (claim) => onClaim(viewOf(claim)) }) },
  );
  if (!written || !(await asReader((scope) => areUnchanged(scope, answer)))) return null;
  return written.map(viewOf);
}

/** The answer with the model's words beside it. Sentences that do not answer are not told all the same. */
export function withWritten<Answer extends AskAnswer>(
  answer: Answer,
  written: AnswerClaim[] | null,
): Answer & { written: AnswerClaim[] | null } {
  if (written?.length !== 0) return { ...answer, written };
  return { ...answer, verdict: "unknown", sentences: [], people: [], written: null };
}

/** Whether the reader may still read these sentences, and none was edited or deleted while they were written of. */
async function areUnchanged(scope: ReaderScope, { sentences }: AskAnswer): Promise<boolean> {
  const rows = await listReadableArticles(scope, [...new Set(sentences.map(({ articleId }) => articleId))]);
  const said = new Map(rows.map((row) => [row.id, new Set(statementsOf(row).map(({ text }) => text))]));
  return sentences.every(({ articleId, text }) => said.get(articleId)?.has(text));
}

const viewOf = ({ text, sentences }: WrittenClaim): AnswerClaim => ({ text, inline: parseInline(text), sentences });
