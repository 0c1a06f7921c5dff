import type { DetectionSettings, Engine } from "../../engine/contract.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { conflict, invalid } from "../errors.ts";
import {
  computeFingerprint,
  findConversationOfArticle,
  type StoredConversation,
} from "../ingest/conversations/index.ts";
import { getArticle, listTagsForEverybody } from "../library/articles/index.ts";
import { saveArticle } from "../library/save/index.ts";
import { RetryLater } from "../queue/queue.ts";
import { getDetectionSettings } from "../settings/index.ts";
import { judgeConversation } from "./judge-conversation.ts";
import { splitOffNewTopics } from "./new-topic.ts";
import type { RunExecution } from "./run-work.ts";

const BUSY_MS = 700;
const KNOWN_TAGS = 50;

/** Analyzes the article's conversation again. The article gets a new version only if its content changed. */
export async function reanalyseArticle(deps: Deps, work: RunExecution): Promise<void> {
  const { articleId } = work.run.input;
  if (!articleId) throw invalid("This run names no article.");
  const { article, whole, settings, knownTags } = await inWorkspace(deps.db, work.workspaceId, async (scope) => ({
    article: await getArticle(scope, articleId),
    whole: await findConversationOfArticle(scope, articleId),
    settings: await getDetectionSettings(scope),
    knownTags: (await listTagsForEverybody(scope)).slice(0, KNOWN_TAGS),
  }));
  if (whole?.hasForgotten) {
    throw conflict(
      "Chat messages this article was written from were forgotten, as chosen under Chat Retention. It stays as it is.",
    );
  }
  if (!whole || whole.messages.length === 0) {
    throw conflict("The chat messages this article was written from no longer exist. It stays as it is.");
  }
  if (!(await work.locks.tryLock(`channel ${work.workspaceId} ${whole.channelId}`))) throw new RetryLater(BUSY_MS);
  await work.report({ step: `Reading an article's conversation again`, messagesRead: whole.messages.length });
  const engine = await deps.engines.forWorkspace(work.workspaceId, whole.channelId, work.onCall);
  const { saved, conversation } = await analyseAgain(deps, { article, whole, engine, settings, knownTags });
  const articlesUpdated = saved === "updated" ? 1 : 0;
  work.progress.articlesUpdated = articlesUpdated;
  work.addOutcome({
    channelId: conversation.channelId,
    channel: article.channelName,
    status: saved === "updated" ? "The article was updated" : "The article did not change",
    messages: conversation.messages.length,
    articlesCreated: 0,
    articlesUpdated,
    skipped: 0,
  });
}

interface ArticleReanalysis {
  article: { channelName: string };
  whole: StoredConversation;
  engine: Engine;
  settings: DetectionSettings;
  knownTags: string[];
}

/** A model adds new knowledge of the conversation to the article; without a model the article is written anew. */
async function analyseAgain(deps: Deps, { article, whole, engine, settings, knownTags }: ArticleReanalysis) {
  const channel = { id: whole.channelId, name: article.channelName };
  if (engine.name === "llm") {
    const asked = { channel, conversation: { ...whole, fingerprint: "" }, engine, settings, knownTags };
    return { ...(await judgeConversation(deps, asked)), conversation: whole };
  }
  const { conversation } = await splitOffNewTopics(deps, { conversation: whole, engine, settings });
  const finding = await engine.detect(conversation, settings);
  const written = await engine.write(conversation, finding, { channelName: article.channelName, knownTags });
  const saved = await saveArticle(deps, {
    channel,
    conversation,
    fingerprint: computeFingerprint(conversation, settings, engine),
    finding,
    article: written,
    engine,
    reason: "It was analyzed again.",
  });
  return { saved, conversation };
}
