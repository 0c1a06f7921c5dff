import type { PrivateAnswer } from "../../../connectors/chat-source.ts";
import { ConnectorError, RateLimited, Unreachable } from "../../../connectors/errors.ts";
import { LONGEST_QUESTION } from "../../../shared/domain/ask.ts";
import { inWorkspaceAsEverybody } from "../../db/audience.ts";
import { safeDatabaseError } from "../../db/pool.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { chatSourceOf, getChatIntegration, openChatConfig } from "../../integrations/index.ts";
import type { AsReader } from "../as-reader.ts";
import { answerWhole } from "../write-answer.ts";
import { guestUnlessKnown } from "./answer-directly.ts";
import { type AnswerWords, NOT_FOR_GUESTS, wordsOf, writtenWordsOf } from "./answer-words.ts";
import { answerWish, shownIn } from "./article-of-thread.ts";
import {
  claimPrivateQuestion,
  keptOf,
  type PrivateQuestionRow,
  writePrivateQuestion,
} from "./private-question-queries.ts";
import { workSideBySide } from "./side-by-side.ts";

const LEASE_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 60;
/** The platform accepts the answer for half an hour. */
const LATEST_MS = 25 * 60_000;

/** Sends due private answers, which only the asker sees, until none is left. Workers run this concurrently. */
export async function answerPrivately(deps: Deps, signal = new AbortController().signal): Promise<void> {
  const takeUp = async (row: PrivateQuestionRow) => {
    // Ends before the lease does, when another worker may claim the row.
    const ends = AbortSignal.any([signal, AbortSignal.timeout(LEASE_SECONDS * 750)]);
    try {
      await answer(deps, row, ends);
    } catch (error) {
      await postpone(deps, row, error);
    }
  };
  await workSideBySide(() => claimPrivateQuestion(deps.db, LEASE_SECONDS), takeUp, signal);
}

/** Sends at most once: the intent is committed before the call, and the outcome cannot be looked up afterwards. */
async function answer(deps: Deps, row: PrivateQuestionRow, signal: AbortSignal): Promise<void> {
  const write = (change: Parameters<typeof writePrivateQuestion>[2]) =>
    inWorkspace(deps.db, row.workspaceId, (scope) => writePrivateQuestion(scope, row, change));
  const integration = await inWorkspace(deps.db, row.workspaceId, (scope) =>
    getChatIntegration(scope, row.integrationId),
  );
  const { answers } = chatSourceOf(deps.connectors, integration.platform) ?? {};
  const isInTime = Date.now() - row.createdAt.getTime() < LATEST_MS;
  const privately = answers?.privately;
  if (row.intentAt || !isInTime || !integration.isActive || !answers || !privately)
    return void (await write({ sealed: null }));
  const kept = keptOf(deps.secrets, row);
  const send = async (words: AnswerWords & Pick<PrivateAnswer, "shownIn">) => {
    if (!(await write({ intentAt: new Date() }))) return;
    await privately.tell(kept.replyAt, { id: row.id, ...words }, signal);
    await write({ sealed: null });
  };
  if ("wishedThread" in kept) {
    const words = await answerWish(deps, row, kept, integration);
    return words ? send({ ...words, ...shownIn(kept) }) : undefined;
  }
  const config = openChatConfig(deps.secrets, integration);
  const isGuest = await answers.isGuest(config, row.askedBy, row.channelExternalId, signal).catch(guestUnlessKnown);
  const words = isGuest ? NOT_FOR_GUESTS : await wordsFor(deps, row.workspaceId, kept.question, signal);
  await send(words);
}

/** Answers from articles that everybody of the workspace may read. */
async function wordsFor(deps: Deps, workspaceId: string, question: string, signal: AbortSignal): Promise<AnswerWords> {
  const asked = { question: question.slice(0, LONGEST_QUESTION), previous: null };
  const asReader: AsReader = (work) => inWorkspaceAsEverybody(deps.db, workspaceId, work);
  const told = await answerWhole(deps, { workspaceId, asked, asReader }, signal);
  return told.written ? writtenWordsOf(told, told.written, deps.env.PUBLIC_URL) : wordsOf(told, deps.env.PUBLIC_URL);
}

/** Retries only when the answer certainly did not arrive, so that nobody gets it twice. */
async function postpone(deps: Deps, row: PrivateQuestionRow, error: unknown): Promise<void> {
  const isKnown = error instanceof ConnectorError;
  if (!isKnown) deps.log.warn({ err: safeDatabaseError(error), question: row.id }, "A private answer failed");
  const isCertain = error instanceof RateLimited || (error instanceof Unreachable && !error.mayHaveHappened);
  const pauseMs =
    error instanceof RateLimited
      ? error.retryAfterMs
      : Math.min(LONGEST_PAUSE_SECONDS, 2 ** Math.min(row.attempts, 10)) * 1000;
  const nextAttemptAt = new Date(Date.now() + pauseMs);
  await inWorkspace(deps.db, row.workspaceId, (scope) =>
    writePrivateQuestion(scope, row, { nextAttemptAt, ...(isCertain && { intentAt: null }) }),
  );
}
