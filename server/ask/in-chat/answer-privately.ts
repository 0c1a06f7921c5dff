import type { PrivateAnswer, PrivateQuestion } from "../../../connectors/chat-source.ts";
import { LONGEST_QUESTION } from "../../../shared/domain/ask.ts";
import { inWorkspaceAsEverybody } from "../../db/audience.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { findChatSource, getChatIntegration, openChatConfig } from "../../integrations/index.ts";
import { deliverOnce, processOutbox } from "../../outbox/outbox.ts";
import type { AsReader } from "../as-reader.ts";
import { answerWithoutStreaming } from "../write-answer.ts";
import { treatUnknownAsGuest } from "./answer-directly.ts";
import { type AnswerReply, composePost, REPLY_TO_GUESTS } from "./answer-words.ts";
import { getThreadField, replyToArticleRequest } from "./article-of-thread.ts";
import {
  claimPrivateQuestion,
  decryptPendingReply,
  type PrivateQuestionChange,
  type PrivateQuestionRow,
  writePrivateQuestion,
} from "./private-question-queries.ts";

/** The platform accepts the answer for half an hour. */
const LATEST_MS = 25 * 60_000;
const OVER: PrivateQuestionChange = { sealed: null };

/** Sends due private answers, which only the asker sees, until none is left. */
export async function answerPrivately(deps: Deps, signal = new AbortController().signal): Promise<void> {
  const store: StoreChange = (row, change) =>
    inWorkspace(deps.db, row.workspaceId, (scope) => writePrivateQuestion(scope, row, change));
  await processOutbox(
    deps,
    {
      name: "A private answer",
      leaseSeconds: 60,
      longestPauseSeconds: 60,
      atOnce: 8,
      claim: (leaseSeconds) => claimPrivateQuestion(deps.db, leaseSeconds),
      work: (row, ends) => answer(deps, row, store, ends),
      opensOutcome: () => false,
      fail: (row, { retry }) => store(row, retry),
    },
    signal,
  );
}

interface PrivateReply {
  words: AnswerReply & Pick<PrivateAnswer, "shownIn">;
  replyAt: PrivateQuestion["replyAt"];
}

type StoreChange = (row: PrivateQuestionRow, change: PrivateQuestionChange) => Promise<boolean>;

async function answer(deps: Deps, row: PrivateQuestionRow, store: StoreChange, signal: AbortSignal): Promise<void> {
  const integration = await inWorkspace(deps.db, row.workspaceId, (scope) =>
    getChatIntegration(scope, row.integrationId),
  );
  const { answers } = findChatSource(deps.connectors, integration.platform) ?? {};
  const isInTime = Date.now() - row.createdAt.getTime() < LATEST_MS;
  const privately = answers?.privately;
  if (!isInTime || !integration.isActive || !answers || !privately) return void (await store(row, OVER));
  await deliverOnce<PrivateReply, PrivateQuestionChange>(row, {
    waitSeconds: 0,
    lookUp: null,
    async compose() {
      const kept = decryptPendingReply(deps.secrets, row);
      const { replyAt } = kept;
      if ("wishedThread" in kept) {
        const words = await replyToArticleRequest(deps, row, kept, integration);
        return words ? { words: { ...words, ...getThreadField(kept) }, replyAt } : "later";
      }
      const config = openChatConfig(deps.secrets, integration);
      const isGuest = await answers
        .isGuest(config, row.askedBy, row.channelExternalId, signal)
        .catch(treatUnknownAsGuest);
      const words = isGuest ? REPLY_TO_GUESTS : await wordsFor(deps, row.workspaceId, kept.question, signal);
      return { words, replyAt };
    },
    async send({ words, replyAt }) {
      await privately.tell(replyAt, { id: row.id, ...words }, signal);
      return OVER;
    },
    store: (change) => store(row, change),
    unwanted: OVER,
  });
}

/** Answers from articles and pages that everybody of the workspace may read. */
async function wordsFor(deps: Deps, workspaceId: string, question: string, signal: AbortSignal): Promise<AnswerReply> {
  const asked = { question: question.slice(0, LONGEST_QUESTION), previous: null };
  const asReader: AsReader = (work) => inWorkspaceAsEverybody(deps.db, workspaceId, work);
  const told = await answerWithoutStreaming(deps, { workspaceId, asked, asReader }, signal);
  return composePost(told, deps.env.PUBLIC_URL);
}
