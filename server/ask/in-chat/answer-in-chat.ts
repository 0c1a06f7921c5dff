import { ConnectorError } from "../../../connectors/errors.ts";
import { inWorkspace, scopeOf, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { isWithinLimit } from "../../http/rate-limit.ts";
import { WORK_LIMITS } from "../../http/work-limits.ts";
import { getChannel } from "../../ingest/index.ts";
import { chatSourceOf, getChatIntegration, openChatConfig } from "../../integrations/index.ts";
import { noteQuestion } from "../open-questions/note-question.ts";
import type { AnswerTarget } from "./answer-directly.ts";
import { fingerprintOf, WITHDRAWN } from "./answer-words.ts";
import { type ChatAnswerRow, claimAnswer, isLeftToUs, writeAnswer as writeRow } from "./chat-answer-queries.ts";
import { answerTo, type FoundAnswer } from "./find-chat-answer.ts";
import { postpone } from "./postpone-answer.ts";
import { workSideBySide } from "./side-by-side.ts";

/** An answer that comes later helps nobody. */
const LATEST_MS = 3_600_000;
/** Tolerated difference by which the platform's clock is behind ours. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** Answers due questions in channels, and corrects posted answers, until none is due. Workers run this concurrently. */
export async function answerInChat(deps: Deps, signal = new AbortController().signal): Promise<void> {
  const claim = () => claimAnswer(deps.db, deps.env.UNRESOLVED_WAIT_SECONDS);
  await workSideBySide(claim, (row) => takeUp(deps, row, signal), signal);
}

async function takeUp(deps: Deps, row: ChatAnswerRow, signal: AbortSignal): Promise<void> {
  // Ends before the lease does, when another worker may claim the row.
  const ends = AbortSignal.any([signal, AbortSignal.timeout(deps.env.UNRESOLVED_WAIT_SECONDS * 750)]);
  try {
    await (row.state === "answered" ? correct(deps, row, ends) : answer(deps, row, ends));
  } catch (error) {
    await postpone(deps, row, error);
  }
}

/** Posts exactly once: the intent is committed before the call; after an uncertain call it waits, then looks the message up. */
async function answer(deps: Deps, row: ChatAnswerRow, signal: AbortSignal): Promise<void> {
  const place = await inWorkspace(deps.db, row.workspaceId, (scope) => placeOf(deps, scope, row));
  const finish = (change: Parameters<typeof writeRow>[2]) =>
    inWorkspace(deps.db, row.workspaceId, (scope) => writeRow(scope, row, change));
  const isInTime = Date.now() - row.createdAt.getTime() < LATEST_MS;
  if (!place?.isWanted || !isInTime) return void (await finish({ state: "over" }));
  const { answers, config, at } = place;
  if (place.isDirect && !row.intentAt) await answers.directly?.showWorking?.(config, at, signal).catch(() => undefined);
  const found = await answerTo(deps, row, place, signal);
  if (row.intentAt) {
    const openUntil = row.intentAt.getTime() + deps.env.UNRESOLVED_WAIT_SECONDS * 1000;
    if (Date.now() < openUntil) return void (await finish({ nextAttemptAt: new Date(openUntil) }));
    const since = new Date(row.createdAt.getTime() - CLOCK_SKEW_MS);
    const posted = await answers.find(config, { ...at, ...WITHDRAWN }, since, signal);
    // The found post may be outdated, so its empty fingerprint makes the next pass correct it.
    if (posted)
      return void (await finish({
        ...stateOf(found),
        fingerprint: null,
        articleVersion: -1,
        messageExternalId: posted,
      }));
  }
  const isNotWanted = async (reply: FoundAnswer) =>
    row.isUnasked && !row.intentAt && !(await mayAnswerUnasked(deps, row, reply));
  if (!found || (await isNotWanted(found))) return void (await finish({ state: "over" }));
  if (!row.intentAt && !(await isWithinLimit(deps.db, `ask of ${row.workspaceId}`, WORK_LIMITS.ask)))
    return void (await finish({ state: "over" }));
  const { channelId } = row;
  if (channelId !== null) {
    if (await answers.isGuest(config, row.askedBy, at.channelId, signal)) return void (await finish({ state: "over" }));
  }
  const reply = isForModelFirst(row, found) ? ((await found.write?.(signal)) ?? found) : found;
  if (reply !== found && (await isNotWanted(reply))) return void (await finish({ state: "over" }));
  if (channelId !== null) {
    if (!row.isUnasked)
      await inWorkspace(deps.db, row.workspaceId, (scope) => noteQuestion(scope, askerOf(row, channelId), reply));
  }
  if (!(await finish({ intentAt: new Date() }))) return;
  const messageExternalId = await answers.post(config, { ...at, ...reply.words }, signal);
  await finish({ ...stateOf(reply), messageExternalId, ...whileWriting(row, reply) });
  await putInWords(deps, { row, place, reply, messageId: messageExternalId }, signal);
}

/** Updates a posted answer whose cited articles changed, or replaces it by a note that it was withdrawn. */
async function correct(deps: Deps, row: ChatAnswerRow, signal: AbortSignal): Promise<void> {
  const place = await inWorkspace(deps.db, row.workspaceId, (scope) => placeOf(deps, scope, row));
  const finish = (change: Parameters<typeof writeRow>[2]) =>
    inWorkspace(deps.db, row.workspaceId, (scope) => writeRow(scope, row, change));
  if (!place || !row.messageExternalId) return void (await finish({ state: "over" }));
  const found = await answerTo(deps, row, place, signal);
  const reply = found && found.words.sentences.length === 0 ? ((await found.write?.(signal)) ?? found) : found;
  const words = reply && reply.words.sentences.length > 0 ? reply.words : WITHDRAWN;
  // An answer with cites was written by a model, and is corrected only because something that it cites changed.
  const isChanged = fingerprintOf(words) !== row.fingerprint || Object.keys(row.cites).length > 0;
  if (isChanged)
    await place.answers.replace(place.config, { ...place.at, ...words, messageId: row.messageExternalId }, signal);
  if (words === WITHDRAWN || !reply) return void (await finish({ state: "over", articleId: null, cites: {} }));
  await finish({ ...stateOf(reply), ...whileWriting(row, reply) });
  if (isChanged) await putInWords(deps, { row, place, reply, messageId: row.messageExternalId }, signal);
  else await finish({ nextAttemptAt: new Date() });
}

/** Keeps the lease while the model writes, so that no other worker claims the answer. */
const whileWriting = ({ nextAttemptAt }: ChatAnswerRow, { write }: FoundAnswer) => (write ? { nextAttemptAt } : {});

interface Posted {
  row: ChatAnswerRow;
  place: AnswerTarget;
  reply: FoundAnswer;
  messageId: string;
}

/** A sure answer is posted without the model. Anything else, and every unasked answer, waits for the model's verdict. */
const isForModelFirst = ({ isUnasked }: ChatAnswerRow, { verdict }: FoundAnswer) => isUnasked || verdict !== "answered";

/**
 * Replaces the posted sentences by the model's answer, or by the note that nobody has explained it. Changes to the sentences
 * that happen meanwhile are corrected right after.
 */
async function putInWords(deps: Deps, { row, place, reply, messageId }: Posted, signal: AbortSignal): Promise<void> {
  if (!reply.write) return;
  const inScope = scopeOf(deps.db, row.workspaceId);
  try {
    const written = await reply.write(signal);
    if (!written) return;
    await place.answers.replace(place.config, { ...place.at, ...written.words, messageId }, signal);
    const { articleId, articleVersion, cites, verdict } = written;
    await inScope(async (scope) => {
      await writeRow(scope, row, { articleId, articleVersion, cites });
      if (verdict !== "answered" && row.channelId !== null && !row.isUnasked)
        await noteQuestion(scope, askerOf(row, row.channelId), written);
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

/** An unasked answer is posted only if it is sure and no person has answered. */
async function mayAnswerUnasked(deps: Deps, row: ChatAnswerRow, { verdict }: FoundAnswer): Promise<boolean> {
  if (verdict !== "answered") return false;
  return inWorkspace(deps.db, row.workspaceId, (scope) => isLeftToUs(scope, row));
}

const stateOf = (reply: FoundAnswer | null) => ({
  state: "answered" as const,
  intentAt: null,
  nextAttemptAt: new Date(),
  articleId: reply?.articleId ?? null,
  articleVersion: reply?.articleVersion ?? null,
  cites: reply?.cites ?? {},
  fingerprint: reply && fingerprintOf(reply.words),
});

/** Returns where the answer is posted; null when the integration was removed. */
async function placeOf(deps: Deps, scope: WorkspaceScope, row: ChatAnswerRow): Promise<AnswerTarget | null> {
  const { id, threadId, directWith } = row;
  const channel = row.channelId === null ? null : await getChannel(scope, row.channelId);
  const integrationId = channel?.integrationId ?? row.integrationId;
  if (!integrationId) return null;
  const integration = await getChatIntegration(scope, integrationId);
  const { answers } = chatSourceOf(deps.connectors, integration.platform) ?? {};
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
