import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { getChannel } from "../../ingest/channels/index.ts";
import { findChatSource, getChatIntegration, openChatConfig } from "../../integrations/index.ts";
import { deliverOnce, processOutbox } from "../../outbox/outbox.ts";
import {
  claimPost,
  type QuestionPostChange,
  type QuestionPostRow,
  readPostedQuestion,
  writePost,
} from "./post-queries.ts";

/** Posts more than a day late are useless and are dropped. */
const LATEST_MS = 24 * 3_600_000;
const OVER: QuestionPostChange = { state: "over" };

/** Sends due posts (questions to experts, answers to askers) until none is left. */
export async function sendQuestionPosts(deps: Deps, signal = new AbortController().signal): Promise<void> {
  const store = (row: QuestionPostRow, change: QuestionPostChange) =>
    inWorkspace(deps.db, row.workspaceId, (scope) => writePost(scope, row, change));
  await processOutbox(
    deps,
    {
      name: "A message about a question",
      leaseSeconds: deps.env.UNRESOLVED_WAIT_SECONDS,
      longestPauseSeconds: 600,
      claim: (leaseSeconds) => claimPost(deps.db, leaseSeconds),
      work: (row, ends) => post(deps, row, (change) => store(row, change), ends),
      opensOutcome: () => true,
      fail: (row, { refusal, retry }) => store(row, refusal ? OVER : retry),
    },
    signal,
  );
}

async function post(
  deps: Deps,
  row: QuestionPostRow,
  store: (change: QuestionPostChange) => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  const place = await inWorkspace(deps.db, row.workspaceId, (scope) => placeOf(deps, scope, row));
  if (!place) return void (await store(OVER));
  const { answers, config, message } = place;
  const posted = (messageExternalId: string): QuestionPostChange => ({ state: "posted", messageExternalId });
  await deliverOnce(row, {
    waitSeconds: deps.env.UNRESOLVED_WAIT_SECONDS,
    async lookUp(since) {
      const found = await answers.find(config, message, since, signal);
      return found ? posted(found) : null;
    },
    compose: async () => (place.isWanted && Date.now() - row.createdAt.getTime() <= LATEST_MS ? message : null),
    send: async () => posted(await answers.post(config, message, signal)),
    store,
    unwanted: OVER,
  });
}

/** Returns where and what to post; null if the channel's integration, the question or its answer is gone. */
async function placeOf(deps: Deps, scope: WorkspaceScope, row: QuestionPostRow) {
  const about = await readPostedQuestion(scope, row);
  if (!about) return null;
  const channel = await getChannel(scope, row.channelId);
  if (!channel.integrationId) return null;
  const integration = await getChatIntegration(scope, channel.integrationId);
  const { answers } = findChatSource(deps.connectors, integration.platform) ?? {};
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
      // Contains no text of the article, because text that is deleted in the chat must not survive in our post.
      article:
        row.kind === "tell"
          ? { title: "Read the answer", url: `${deps.env.PUBLIC_URL}/articles/${about.articleId}` }
          : null,
    },
  };
}

/** `words` is null in the question's own thread, where everybody sees the question. */
const askingWords = (words: string | null): string =>
  words === null
    ? "Do you know this? It was asked in this thread, and nobody has explained it yet."
    : `Somebody asked, and nobody has explained it yet: “${words}” You explained something close to it here. Do you know?`;
