import { ConnectorError, MissingPermission, RateLimited, Unreachable } from "../../../connectors/errors.ts";
import { recordActivity } from "../../activity/index.ts";
import { safeDatabaseError } from "../../db/pool.ts";
import type { InScope } from "../../db/workspace-scope.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { getChannel } from "../../ingest/index.ts";
import { chatSourceOf, getChatIntegration, openChatConfig, updateChatIntegration } from "../../integrations/index.ts";
import { isUnread, listArticlesById } from "../../library/index.ts";
import { removeArticle } from "../../publishing/index.ts";
import { CannotOpen } from "../../secrets/key-ring.ts";
import { applyAnswer } from "./answer-question.ts";
import { claimQuestion, KEPT_HOURS, type QuestionRow, writeQuestion } from "./question-queries.ts";

const LONGEST_PAUSE_SECONDS = 3600;
/** A later question, or a later answer to it, helps nobody. */
const LATEST_MS = 24 * 3_600_000;
/** The most by which the platform's clock may lag behind ours. */
const CLOCK_SKEW_MS = 5 * 60_000;

/**
 * Posts due questions in threads, and carries out people's choices, until nothing is due. Any number of workers do this
 * side by side.
 */
export async function doDueQuestions(deps: Deps, signal = new AbortController().signal): Promise<void> {
  const waitSeconds = deps.env.UNRESOLVED_WAIT_SECONDS;
  while (!signal.aborted) {
    const row = await claimQuestion(deps.db, waitSeconds);
    if (!row) return;
    const within: Within = (work) => inWorkspace(deps.db, row.workspaceId, work);
    // Ends before the lease expires.
    const ends = AbortSignal.any([signal, AbortSignal.timeout(waitSeconds * 750)]);
    try {
      await doNext(deps, row, within, ends);
    } catch (error) {
      await postpone(deps, row, within, error);
    }
  }
}

type Within = InScope;

async function doNext(deps: Deps, row: QuestionRow, within: Within, signal: AbortSignal): Promise<void> {
  if (row.state === "to-ask") return ask(deps, row, within, signal);
  if (row.state === "answered") return within((scope) => applyAnswer(deps, scope, row));
  if (row.state === "to-tell") return tell(deps, row, within, signal);
  return remove(deps, row, within);
}

/** Posts once: the intent is committed before the call, and a call with an open outcome is waited out and looked up. */
async function ask(deps: Deps, row: QuestionRow, within: Within, signal: AbortSignal): Promise<void> {
  const place = await within((scope) => placeOf(deps, scope, row));
  const finish = (change: Parameters<typeof writeQuestion>[2]) => within((scope) => writeQuestion(scope, row, change));
  if (!place) return void (await finish({ state: "over" }));
  const { questions, config, question } = place;
  if (row.intentAt) {
    const openUntil = row.intentAt.getTime() + deps.env.UNRESOLVED_WAIT_SECONDS * 1000;
    if (Date.now() < openUntil) return void (await finish({ nextAttemptAt: new Date(openUntil) }));
    const since = new Date(row.createdAt.getTime() - CLOCK_SKEW_MS);
    const found = await questions.findAsked(config, question, since, signal);
    if (found) return void (await finish({ state: "asked", messageExternalId: found, intentAt: null }));
  }
  if (!place.isWanted) return void (await finish({ state: "over" }));
  if (!(await finish({ intentAt: new Date() }))) return;
  const messageExternalId = await questions.ask(config, question, signal);
  await finish({ state: "asked", messageExternalId, intentAt: null });
}

async function tell(deps: Deps, row: QuestionRow, within: Within, signal: AbortSignal): Promise<void> {
  const place = await within((scope) => placeOf(deps, scope, row));
  if (place && row.messageExternalId) {
    const told = { ...place.question, messageId: row.messageExternalId, answer: row.answer };
    await place.questions.tell(place.config, told, signal);
  }
  await within((scope) => writeQuestion(scope, row, afterTelling(row)));
}

function afterTelling({ answer, answeredAt, closedAt }: QuestionRow) {
  if (answer !== "not-knowledge") return { state: "over" as const };
  const due = closedAt ?? new Date((answeredAt?.getTime() ?? 0) + KEPT_HOURS * 3_600_000);
  return { state: "to-remove" as const, nextAttemptAt: due };
}

/** Removes the article unless somebody kept it. Its pages go to the platforms' trash, where people can restore them. */
async function remove(deps: Deps, row: QuestionRow, within: Within): Promise<void> {
  const [article] = row.articleId ? await within((scope) => listArticlesById(scope, [row.articleId ?? ""])) : [];
  if (article?.state === "dismissed") await removeArticle(deps, row.workspaceId, article, "remove");
  await within((scope) => writeQuestion(scope, row, { state: "over" }));
}

/** The place for the question; null where the channel, its integration or the article is gone. */
async function placeOf(deps: Deps, scope: WorkspaceScope, row: QuestionRow) {
  const channel = row.channelId ? await getChannel(scope, row.channelId) : null;
  if (!channel?.integrationId) return null;
  const integration = await getChatIntegration(scope, channel.integrationId);
  const { questions } = chatSourceOf(deps.connectors, integration.platform) ?? {};
  if (!questions) return null;
  const [article] = row.articleId ? await listArticlesById(scope, [row.articleId]) : [];
  const stands = article?.state === "stands" || isUnread(article?.state);
  const isInTime = Date.now() - row.createdAt.getTime() < LATEST_MS;
  return {
    questions,
    config: openChatConfig(deps.secrets, integration),
    isWanted: stands && isInTime && channel.asksInThreads && integration.isActive,
    question: {
      id: row.id,
      channelId: channel.externalId,
      threadId: row.threadId,
      askedOf: row.askedOf,
      isPublished: article?.state === "stands",
      articleUrl: `${deps.env.PUBLIC_URL}/articles/${row.articleId ?? ""}`,
    },
  };
}

/** Retries temporary failures with growing pauses; gives up on others and reports them. */
async function postpone(deps: Deps, row: QuestionRow, within: Within, error: unknown): Promise<void> {
  const known = error instanceof ConnectorError || error instanceof AppError || error instanceof CannotOpen;
  if (!known) deps.log.warn({ err: safeDatabaseError(error), question: row.id }, "A question waits after a failure");
  const since = row.state === "to-ask" ? row.createdAt : (row.answeredAt ?? row.createdAt);
  const isLate = Date.now() - since.getTime() > LATEST_MS;
  const isRefused = error instanceof ConnectorError && !mayPass(error);
  const pauseMs =
    error instanceof RateLimited ? error.retryAfterMs : Math.min(LONGEST_PAUSE_SECONDS, 2 ** row.attempts) * 1000;
  await within(async (scope) => {
    if (row.state === "to-tell" && (isRefused || isLate)) {
      await writeQuestion(scope, row, afterTelling(row));
    } else if (row.state === "to-ask" && (isRefused || isLate)) {
      await writeQuestion(scope, row, { state: "over" });
      if (isRefused) await sayWhy(deps, scope, row, error);
    } else if (row.state === "to-remove" && row.closedAt && error instanceof AppError) {
      await askAgain(deps, scope, row, { error, nextAttemptAt: new Date(Date.now() + pauseMs) });
    } else {
      const certain = error instanceof RateLimited || (error instanceof Unreachable && !error.mayHaveHappened);
      const openMs = row.state === "to-ask" && !certain ? deps.env.UNRESOLVED_WAIT_SECONDS * 1000 : 0;
      const nextAttemptAt = new Date(Date.now() + Math.max(pauseMs, openMs));
      await writeQuestion(scope, row, { nextAttemptAt, ...(certain && !row.intentAt && { intentAt: null }) });
    }
  });
}

/** A revoked token may be replaced within the day. */
const mayPass = ({ code }: ConnectorError) =>
  code === "rate-limited" || code === "unreachable" || code === "credentials-rejected";

/**
 * A person requested immediate removal, and a platform refused to remove its page: the item returns to the inbox, and
 * the removal is retried.
 */
async function askAgain(
  deps: Deps,
  scope: WorkspaceScope,
  row: QuestionRow,
  { error, nextAttemptAt }: { error: AppError; nextAttemptAt: Date },
): Promise<void> {
  await writeQuestion(scope, row, { nextAttemptAt, closedAt: null });
  await recordActivity(scope, deps.events, {
    type: "error",
    message: `An article marked as not knowledge could not be removed. ${error.message}`,
    data: { articleId: row.articleId },
  });
  await deps.events.notify(scope, { type: "inbox" });
}

async function sayWhy(deps: Deps, scope: WorkspaceScope, row: QuestionRow, error: ConnectorError): Promise<void> {
  if (!row.channelId) return;
  const { name, integrationId } = await getChannel(scope, row.channelId);
  if (error instanceof MissingPermission && integrationId) {
    await updateChatIntegration(scope, integrationId, { mayPost: false });
    await deps.events.notify(scope, { type: "integration", id: integrationId });
  }
  await recordActivity(scope, deps.events, {
    type: "error",
    message: `A question could not be asked in #${name}: ${error.message}`,
    data: { channel: name },
    channelIds: [row.channelId],
  });
}
