import { ConnectorError, RateLimited, Unreachable } from "../../../connectors/errors.ts";
import { safeDatabaseError } from "../../db/pool.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { getChannel } from "../../ingest/index.ts";
import { chatSourceOf, getChatIntegration, openChatConfig } from "../../integrations/index.ts";
import { claimPost, type PostRow, readPosted, writePost } from "./post-queries.ts";

const LONGEST_PAUSE_SECONDS = 600;
/** Posts that are more than a day late help nobody and are dropped. */
const LATEST_MS = 24 * 3_600_000;
/** How far the platform's clock may be behind ours. */
const CLOCK_SKEW_MS = 5 * 60_000;

type Finish = (change: Parameters<typeof writePost>[2]) => Promise<boolean>;

/** Posts due messages (asks experts, tells askers) until none is left. Several workers may run this concurrently. */
export async function postInThreads(deps: Deps, signal = new AbortController().signal): Promise<void> {
  const waitSeconds = deps.env.UNRESOLVED_WAIT_SECONDS;
  while (!signal.aborted) {
    const row = await claimPost(deps.db, waitSeconds);
    if (!row) return;
    const finish: Finish = (change) => inWorkspace(deps.db, row.workspaceId, (scope) => writePost(scope, row, change));
    // Ends before the lease does, when another worker may claim the row.
    const ends = AbortSignal.any([signal, AbortSignal.timeout(waitSeconds * 750)]);
    try {
      await post(deps, row, finish, ends);
    } catch (error) {
      await postpone(deps, row, finish, error);
    }
  }
}

/** Posts exactly once: the intent is committed before the call; after an uncertain call it waits, then looks the message up. */
async function post(deps: Deps, row: PostRow, finish: Finish, signal: AbortSignal): Promise<void> {
  const place = await inWorkspace(deps.db, row.workspaceId, (scope) => placeOf(deps, scope, row));
  if (!place) return void (await finish({ state: "over" }));
  const { answers, config, message } = place;
  const createdAt = Date.parse(row.createdAt);
  if (row.intentAt) {
    const openUntil = Date.parse(row.intentAt) + deps.env.UNRESOLVED_WAIT_SECONDS * 1000;
    if (Date.now() < openUntil) return void (await finish({ nextAttemptAt: new Date(openUntil) }));
    const found = await answers.find(config, message, new Date(createdAt - CLOCK_SKEW_MS), signal);
    if (found) return void (await finish({ state: "posted", intentAt: null, messageExternalId: found }));
  }
  if (!place.isWanted || Date.now() - createdAt > LATEST_MS) return void (await finish({ state: "over" }));
  if (!(await finish({ intentAt: new Date() }))) return;
  const messageExternalId = await answers.post(config, message, signal);
  await finish({ state: "posted", intentAt: null, messageExternalId });
}

/** Returns where and what to post; null when the channel's integration, the question or its answer is gone. */
async function placeOf(deps: Deps, scope: WorkspaceScope, row: PostRow) {
  const about = await readPosted(scope, row);
  if (!about) return null;
  const channel = await getChannel(scope, row.channelId);
  if (!channel.integrationId) return null;
  const integration = await getChatIntegration(scope, channel.integrationId);
  const { answers } = chatSourceOf(deps.connectors, integration.platform) ?? {};
  if (!answers) return null;
  return {
    answers,
    config: openChatConfig(deps.secrets, integration),
    isWanted: integration.isActive && !channel.isShared,
    message: {
      id: row.id,
      channelId: channel.externalId,
      threadId: row.threadId,
      mention: row.personId,
      lead: row.kind === "tell" ? "This has been explained since." : askingWords(about.words),
      sentences: [],
      // Contains no text of the article: text that is deleted in the chat must not survive in our post.
      article:
        row.kind === "tell"
          ? { title: "Read the answer", url: `${deps.env.PUBLIC_URL}/articles/${about.articleId}` }
          : null,
    },
  };
}

/** `words` is null when we post in the question's own thread, where everybody sees it. */
const askingWords = (words: string | null): string =>
  words === null
    ? "Do you know this? It was asked in this thread, and nobody has explained it yet."
    : `Somebody asked, and nobody has explained it yet: “${words}” You explained something close to it here. Do you know?`;

/** Retries transient failures with growing pauses, and gives up on permanent ones. */
async function postpone(deps: Deps, row: PostRow, finish: Finish, error: unknown): Promise<void> {
  const isKnown = error instanceof ConnectorError;
  if (!isKnown) deps.log.warn({ err: safeDatabaseError(error), post: row.id }, "A message about a question waits");
  if (isKnown && !["rate-limited", "unreachable", "credentials-rejected"].includes(error.code))
    return void (await finish({ state: "over" }));
  const pauseMs =
    error instanceof RateLimited
      ? error.retryAfterMs
      : Math.min(LONGEST_PAUSE_SECONDS, 2 ** Math.min(row.attempts, 10)) * 1000;
  const isCertain = error instanceof RateLimited || (error instanceof Unreachable && !error.mayHaveHappened);
  const openMs = isCertain ? 0 : deps.env.UNRESOLVED_WAIT_SECONDS * 1000;
  const nextAttemptAt = new Date(Date.now() + Math.max(pauseMs, openMs));
  await finish({ nextAttemptAt, ...(isCertain && !row.intentAt && { intentAt: null }) });
}
