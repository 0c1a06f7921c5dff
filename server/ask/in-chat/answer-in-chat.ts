import { ConnectorError, MissingPermission } from "../../../connectors/errors.ts";
import { recordActivity } from "../../activity/index.ts";
import { bindToWorkspace, inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { countWithinLimit } from "../../http/rate-limit.ts";
import { WORK_LIMITS } from "../../http/work-limits.ts";
import { getChannel } from "../../ingest/channels/index.ts";
import { findChatSource, getChatIntegration, openChatConfig } from "../../integrations/index.ts";
import { type DeliveryFailure, deliverOnce, processOutbox } from "../../outbox/outbox.ts";
import { storeOpenQuestion } from "../open-questions/store-question.ts";
import type { AnswerPlace } from "./answer-directly.ts";
import { computeWordsFingerprint, REPLY_WITHDRAWN } from "./answer-words.ts";
import {
  type AnswerChange,
  type ChatAnswerRow,
  claimAnswer,
  isUnansweredByPeople,
  updateChatAnswer as writeRow,
} from "./chat-answer-queries.ts";
import { type FoundChatAnswer, findChatAnswer } from "./find-chat-answer.ts";
import { findPageReply, mayReplyWithPage } from "./find-page-reply.ts";
import { PAGE_REPLY_HOURS } from "./page-reply-queries.ts";

/** An answer later than this is useless. */
const LATEST_MS = { answer: 3_600_000, told: PAGE_REPLY_HOURS * 3_600_000 };
const OVER: AnswerChange = { state: "over" };
const NOTHING_CITED: AnswerChange = { articleId: null, cites: {}, pageCites: {}, findingCites: [] };

type StoreChange = (change: AnswerChange) => Promise<boolean>;

/** Answers due questions in channels, and corrects posted answers, until none is due. */
export async function answerInChat(deps: Deps, signal = new AbortController().signal): Promise<void> {
  await processOutbox(
    deps,
    {
      name: "An answer",
      leaseSeconds: deps.env.UNRESOLVED_WAIT_SECONDS,
      longestPauseSeconds: 600,
      atOnce: 8,
      claim: (leaseSeconds) => claimAnswer(deps.db, leaseSeconds),
      async work(row, ends) {
        const inScope = bindToWorkspace(deps.db, row.workspaceId);
        const place = await inScope((scope) => placeOf(deps, scope, row));
        const store: StoreChange = (change) => inScope((scope) => writeRow(scope, row, change));
        await (row.state === "answered"
          ? correct(deps, row, place, store, ends)
          : answer(deps, row, place, store, ends));
      },
      opensOutcome: ({ state }) => state === "to-answer",
      fail: (row, failure) => bindToWorkspace(deps.db, row.workspaceId)((scope) => fail(deps, scope, row, failure)),
    },
    signal,
  );
}

async function answer(
  deps: Deps,
  row: ChatAnswerRow,
  place: AnswerPlace | null,
  store: StoreChange,
  signal: AbortSignal,
): Promise<void> {
  const isInTime = Date.now() - row.createdAt.getTime() < LATEST_MS[row.kind];
  if (!place?.isWanted || !isInTime) return void (await store(OVER));
  const { answers, config, at } = place;
  if (place.isDirect && !row.intentAt) await answers.directly?.showWorking?.(config, at, signal).catch(() => undefined);
  const sent = await deliverOnce<FoundChatAnswer, AnswerChange>(row, {
    waitSeconds: deps.env.UNRESOLVED_WAIT_SECONDS,
    async lookUp(since) {
      const posted = await answers.find(config, { ...at, ...REPLY_WITHDRAWN }, since, signal);
      if (!posted) return null;
      const found = await find(deps, row, place, signal);
      // The found post may be outdated, so its empty fingerprint makes the next pass correct it.
      return { ...stateOf(found), fingerprint: null, articleVersion: -1, messageExternalId: posted };
    },
    compose: () => compose(deps, row, place, signal),
    send: async (reply) => {
      const messageExternalId = await answers.post(config, { ...at, ...reply.words }, signal);
      return { ...stateOf(reply), messageExternalId, ...whileWriting(row, reply) };
    },
    store,
    unwanted: OVER,
  });
  const messageId = sent?.change.messageExternalId;
  if (sent && messageId) await putInWords(deps, { row, place, reply: sent.message, messageId }, signal);
}

const find = (
  deps: Deps,
  row: ChatAnswerRow,
  place: AnswerPlace,
  signal: AbortSignal,
): Promise<FoundChatAnswer | null> =>
  row.kind === "told" ? findPageReply(deps, row) : findChatAnswer(deps, row, place, signal);

/** Returns the answer to post; null if there is none, or if nobody may get it. */
async function compose(
  deps: Deps,
  row: ChatAnswerRow,
  place: AnswerPlace,
  signal: AbortSignal,
): Promise<FoundChatAnswer | null> {
  const { answers, config, at } = place;
  const { channelId } = row;
  const isNotWanted = async (reply: FoundChatAnswer) =>
    row.isUnasked && !row.intentAt && !(await mayAnswerUnasked(deps, row, reply));
  const found = await find(deps, row, place, signal);
  if (!found || (await isNotWanted(found))) return null;
  if (!row.intentAt && !(await countWithinLimit(deps.db, `ask of ${row.workspaceId}`, WORK_LIMITS.ask))) return null;
  if (channelId !== null && (await answers.isGuest(config, row.askedBy, at.channelId, signal))) return null;
  const reply = isForModelFirst(row, found) ? ((await found.write?.(signal)) ?? found) : found;
  if (reply !== found && (await isNotWanted(reply))) return null;
  if (channelId !== null && !row.isUnasked)
    await inWorkspace(deps.db, row.workspaceId, (scope) => storeOpenQuestion(scope, askerOf(row, channelId), reply));
  return reply;
}

/** Updates a posted answer whose cited articles changed, or replaces it by a note that it was withdrawn. */
async function correct(
  deps: Deps,
  row: ChatAnswerRow,
  place: AnswerPlace | null,
  store: StoreChange,
  signal: AbortSignal,
): Promise<void> {
  if (!place || !row.messageExternalId) return void (await store(OVER));
  const found = await find(deps, row, place, signal);
  const reply = found && found.words.sentences.length === 0 ? ((await found.write?.(signal)) ?? found) : found;
  const words = reply && reply.words.sentences.length > 0 ? reply.words : REPLY_WITHDRAWN;
  // An answer with citations was written by a model or quotes a contradiction; it is due only because something it cites has
  // changed.
  const isChanged = computeWordsFingerprint(words) !== row.fingerprint || Object.keys(row.cites).length > 0;
  if (isChanged)
    await place.answers.replace(place.config, { ...place.at, ...words, messageId: row.messageExternalId }, signal);
  if (words === REPLY_WITHDRAWN || !reply) return void (await store({ state: "over", ...NOTHING_CITED }));
  await store({ ...stateOf(reply), ...whileWriting(row, reply) });
  if (isChanged) await putInWords(deps, { row, place, reply, messageId: row.messageExternalId }, signal);
  else await store({ nextAttemptAt: new Date() });
}

/** Extends the lease while the model writes, so that no other worker claims the answer. */
const whileWriting = ({ nextAttemptAt }: ChatAnswerRow, { write }: FoundChatAnswer) => (write ? { nextAttemptAt } : {});

interface PostedAnswer {
  row: ChatAnswerRow;
  place: AnswerPlace;
  reply: FoundChatAnswer;
  messageId: string;
}

/**
 * A sure answer is posted without the model. All others, and answers to questions not addressed to the app, wait for the model's
 * verdict.
 */
const isForModelFirst = ({ isUnasked }: ChatAnswerRow, { verdict }: FoundChatAnswer) =>
  isUnasked || verdict !== "answered";

/**
 * Replaces the posted sentences by the model's answer, or by the note that nobody has explained it. Changes of the sentences
 * meanwhile are corrected right after.
 */
async function putInWords(
  deps: Deps,
  { row, place, reply, messageId }: PostedAnswer,
  signal: AbortSignal,
): Promise<void> {
  if (!reply.write) return;
  const inScope = bindToWorkspace(deps.db, row.workspaceId);
  try {
    const written = await reply.write(signal);
    if (!written) return;
    await place.answers.replace(place.config, { ...place.at, ...written.words, messageId }, signal);
    const { articleId, articleVersion, cites, pageCites, findingCites, verdict } = written;
    const fingerprint = computeWordsFingerprint(written.words);
    await inScope(async (scope) => {
      await writeRow(scope, row, { articleId, articleVersion, cites, pageCites, findingCites, fingerprint });
      if (verdict !== "answered" && row.channelId !== null && !row.isUnasked)
        await storeOpenQuestion(scope, askerOf(row, row.channelId), written);
    });
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    deps.log.warn({ code: error.code, answer: row.id }, "An answer stays as the sentences it was written from");
  } finally {
    await inScope((scope) => writeRow(scope, row, { nextAttemptAt: new Date() }));
  }
}

const askerOf = ({ questionId: messageId, threadId, askedBy }: ChatAnswerRow, channelId: string) => ({
  channelId,
  messageId,
  threadId,
  askedBy,
});

/**
 * An answer to a question not addressed to the app is posted only if it is sure and no person has answered, or if it names the page
 * that says what they answered.
 */
async function mayAnswerUnasked(deps: Deps, row: ChatAnswerRow, { verdict }: FoundChatAnswer): Promise<boolean> {
  if (row.kind === "told") return mayReplyWithPage(deps, row);
  if (verdict !== "answered") return false;
  return inWorkspace(deps.db, row.workspaceId, (scope) => isUnansweredByPeople(scope, row));
}

const stateOf = (reply: FoundChatAnswer | null) => ({
  state: "answered" as const,
  intentAt: null,
  nextAttemptAt: new Date(),
  articleId: reply?.articleId ?? null,
  articleVersion: reply?.articleVersion ?? null,
  cites: reply?.cites ?? {},
  pageCites: reply?.pageCites ?? {},
  findingCites: reply?.findingCites ?? [],
  fingerprint: reply && computeWordsFingerprint(reply.words),
});

/** Returns where the answer is posted; null if the integration was removed. */
async function placeOf(deps: Deps, scope: WorkspaceScope, row: ChatAnswerRow): Promise<AnswerPlace | null> {
  const { id, threadId, directWith } = row;
  const channel = row.channelId === null ? null : await getChannel(scope, row.channelId);
  const integrationId = channel?.integrationId ?? row.integrationId;
  if (!integrationId) return null;
  const integration = await getChatIntegration(scope, integrationId);
  const { answers } = findChatSource(deps.connectors, integration.platform) ?? {};
  if (!answers) return null;
  return {
    answers,
    integration,
    config: openChatConfig(deps.secrets, integration),
    isWanted: integration.isActive && channel?.isShared !== true,
    isDirect: channel === null,
    at: { id, channelId: channel?.externalId ?? directWith ?? "", threadId },
  };
}

/** Ends the row after a refusal, and reports a missing permission. */
async function fail(
  deps: Deps,
  scope: WorkspaceScope,
  row: ChatAnswerRow,
  { refusal, retry }: DeliveryFailure,
): Promise<void> {
  await writeRow(scope, row, refusal ? OVER : retry);
  if (!(refusal instanceof MissingPermission)) return;
  const name = row.channelId === null ? null : (await getChannel(scope, row.channelId)).name;
  const where = name === null ? "A question in a direct message" : `A question in #${name}`;
  await recordActivity(scope, deps.events, {
    type: "error",
    message: `${where} could not be answered there: ${refusal.message}`,
    ...(name !== null && row.channelId !== null && { data: { channel: name }, channelIds: [row.channelId] }),
  });
}
