import { type ConnectorError, MissingPermission } from "../../../connectors/errors.ts";
import { recordActivity } from "../../activity/index.ts";
import { bindToWorkspace, type InScope, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { getChannel } from "../../ingest/channels/index.ts";
import { findChatSource, getChatIntegration, openChatConfig, updateChatIntegration } from "../../integrations/index.ts";
import { isAwaitingReview, listArticlesById } from "../../library/articles/index.ts";
import { type DeliveryFailure, deliverOnce, processOutbox } from "../../outbox/outbox.ts";
import { removeArticle } from "../../publishing/index.ts";
import { applyQuestionAnswer } from "./answer-question.ts";
import {
  claimQuestion,
  HOURS_UNTIL_DISMISSED_REMOVAL,
  type QuestionChange,
  type QuestionRow,
  writeQuestion,
} from "./question-queries.ts";

/** A later question, or a later answer to it, is useless. */
const LATEST_MS = 24 * 3_600_000;
const OVER: QuestionChange = { state: "over" };

/** Posts due questions in threads and carries out people's choices, until nothing is due. */
export async function processQuestions(deps: Deps, signal = new AbortController().signal): Promise<void> {
  await processOutbox(
    deps,
    {
      name: "A question",
      leaseSeconds: deps.env.UNRESOLVED_WAIT_SECONDS,
      longestPauseSeconds: 3600,
      claim: (leaseSeconds) => claimQuestion(deps.db, leaseSeconds),
      work: (row, ends) => doNext(deps, row, bindToWorkspace(deps.db, row.workspaceId), ends),
      opensOutcome: ({ state }) => state === "to-ask",
      fail: (row, failure) => bindToWorkspace(deps.db, row.workspaceId)((scope) => fail(deps, scope, row, failure)),
    },
    signal,
  );
}

async function doNext(deps: Deps, row: QuestionRow, inScope: InScope, signal: AbortSignal): Promise<void> {
  if (row.state === "to-ask") return ask(deps, row, inScope, signal);
  if (row.state === "answered") return inScope((scope) => applyQuestionAnswer(deps, scope, row));
  if (row.state === "to-tell") return tell(deps, row, inScope, signal);
  return remove(deps, row, inScope);
}

async function ask(deps: Deps, row: QuestionRow, inScope: InScope, signal: AbortSignal): Promise<void> {
  const place = await inScope((scope) => placeOf(deps, scope, row));
  const store = (change: QuestionChange) => inScope((scope) => writeQuestion(scope, row, change));
  if (!place) return void (await store(OVER));
  const { questions, config, question } = place;
  const asked = (messageExternalId: string): QuestionChange => ({ state: "asked", messageExternalId });
  await deliverOnce(row, {
    waitSeconds: deps.env.UNRESOLVED_WAIT_SECONDS,
    async lookUp(since) {
      const found = await questions.findAsked(config, question, since, signal);
      return found ? asked(found) : null;
    },
    compose: async () => (place.isWanted ? question : null),
    send: async () => asked(await questions.ask(config, question, signal)),
    store,
    unwanted: OVER,
  });
}

async function tell(deps: Deps, row: QuestionRow, inScope: InScope, signal: AbortSignal): Promise<void> {
  const place = await inScope((scope) => placeOf(deps, scope, row));
  if (place && row.messageExternalId) {
    const told = { ...place.question, messageId: row.messageExternalId, answer: row.answer };
    await place.questions.tell(place.config, told, signal);
  }
  await inScope((scope) => writeQuestion(scope, row, afterTelling(row)));
}

function afterTelling({ answer, answeredAt, closedAt }: QuestionRow) {
  if (answer !== "not-knowledge") return { state: "over" as const };
  const due = closedAt ?? new Date((answeredAt?.getTime() ?? 0) + HOURS_UNTIL_DISMISSED_REMOVAL * 3_600_000);
  return { state: "to-remove" as const, nextAttemptAt: due };
}

/** Removes the article unless somebody kept it. Its pages go to the platforms' trash, from which people can restore them. */
async function remove(deps: Deps, row: QuestionRow, inScope: InScope): Promise<void> {
  const [article] = row.articleId ? await inScope((scope) => listArticlesById(scope, [row.articleId ?? ""])) : [];
  if (article?.state === "dismissed") await removeArticle(deps, row.workspaceId, article, "remove");
  await inScope((scope) => writeQuestion(scope, row, { state: "over" }));
}

/** Where to post the question; null if the channel, its integration or the article is gone. */
async function placeOf(deps: Deps, scope: WorkspaceScope, row: QuestionRow) {
  const channel = row.channelId ? await getChannel(scope, row.channelId) : null;
  if (!channel?.integrationId) return null;
  const integration = await getChatIntegration(scope, channel.integrationId);
  const { questions } = findChatSource(deps.connectors, integration.platform) ?? {};
  if (!questions) return null;
  const [article] = row.articleId ? await listArticlesById(scope, [row.articleId]) : [];
  const stands = article?.state === "stands" || isAwaitingReview(article?.state);
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

/** Ends late questions and refused ones, and reports a refusal. */
async function fail(
  deps: Deps,
  scope: WorkspaceScope,
  row: QuestionRow,
  { error, refusal, retry }: DeliveryFailure,
): Promise<void> {
  const since = row.state === "to-ask" ? row.createdAt : (row.answeredAt ?? row.createdAt);
  const isOver = refusal !== null || Date.now() - since.getTime() > LATEST_MS;
  if (row.state === "to-tell" && isOver) {
    await writeQuestion(scope, row, afterTelling(row));
  } else if (row.state === "to-ask" && isOver) {
    await writeQuestion(scope, row, OVER);
    if (refusal) await sayWhy(deps, scope, row, refusal);
  } else if (row.state === "to-remove" && row.closedAt && error instanceof AppError) {
    await askAgain(deps, scope, row, { error, nextAttemptAt: retry.nextAttemptAt });
  } else {
    await writeQuestion(scope, row, retry);
  }
}

/**
 * A person requested immediate removal, and a platform refused to remove its page: the item returns to the inbox, and the removal
 * is retried.
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
