import { type DetectionSettings, type Engine, type WritingInput, writeSingleMatter } from "../../../engine/contract.ts";
import { listStatements, type Statement } from "../../../shared/domain/article.ts";
import { quoteTitle } from "../../activity/index.ts";
import type { StateBeforeDecision } from "../../db/schema.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid, notFound } from "../../errors.ts";
import { type ChannelRow, getChannel } from "../../ingest/channels/index.ts";
import { computeFingerprint, getConversation, type StoredConversation } from "../../ingest/conversations/index.ts";
import { getDetectionSettings } from "../../settings/index.ts";
import { lockArticleRow, storeStatements } from "../articles/article-queries.ts";
import {
  listConversationsOfArticle,
  lockConversation,
  lockConversationsOfArticles,
  moveConversation,
} from "../articles/conversation-queries.ts";
import { listMessageIds } from "../articles/message-queries.ts";
import { type ArticleRow, getArticle, listTagsForEverybody } from "../articles/queries.ts";
import { copySources, dropUnusedSources } from "../articles/source-queries.ts";
import { requireReadersInChannel } from "../audience-queries.ts";
import { recordDecision, type UndoableDecision } from "../decisions.ts";
import { changeContent, restoreContent } from "../edit/change-content.ts";
import type { EventDeps } from "../events.ts";
import { lockMessagesOfConversation } from "../save/lock-messages.ts";
import { createArticle } from "../save/save-article.ts";
import type { ConversationWriting } from "../save/written-content.ts";
import { readWritingInput, toMatter } from "../writing-input.ts";
import { updateInboxItem } from "./item-queries.ts";
import { mapStatements } from "./knowledge-text.ts";
import { closeQuestions } from "./open-decisions.ts";
import { turnIntoRedirect } from "./own-article.ts";
import { restoreConversations } from "./undo-merge.ts";

const KNOWN_TAGS = 50;

export interface ArticleSplit {
  articleId: string;
  conversationIds: string[];
  by: string;
}

/**
 * Splits some conversations off an article. The new article is written from the first of them. The engine writes before
 * anything is locked. If the conversation changes during that time, nothing is stored.
 */
export async function splitArticle(
  deps: Deps,
  workspaceId: string,
  split: ArticleSplit,
): Promise<{ articleId: string; undo: UndoableDecision }> {
  const writing = await writeFirst(deps, workspaceId, split);
  return inWorkspace(deps.db, workspaceId, (scope) => store(deps, scope, split, writing));
}

async function writeFirst(deps: Deps, workspaceId: string, split: ArticleSplit): Promise<ConversationWriting> {
  const { conversation, channel, settings, ...context } = await inWorkspace(deps.db, workspaceId, async (scope) => {
    await getArticle(scope, split.articleId);
    const { first } = await listMoving(scope, split);
    const leading = await getConversation(scope, first);
    await requireReadersInChannel(scope, split.articleId, leading.channelId);
    const channel = await getChannel(scope, leading.channelId);
    return {
      conversation: leading,
      channel,
      settings: await getDetectionSettings(scope),
      knownTags: (await listTagsForEverybody(scope)).slice(0, KNOWN_TAGS),
      how: await readWritingInput(scope, channel, [toMatter(leading).kind]),
    };
  });
  if (conversation.hasForgotten)
    throw conflict("The messages of this conversation were forgotten. Choose the sentences to split off instead.");
  if (conversation.messages.length === 0) throw conflict("The messages of this conversation no longer exist.");
  const engine = await deps.engines.forWorkspace(workspaceId, channel.id);
  const { finding, article } = await writeByEngine(engine, { conversation, channel, settings, ...context });
  const fingerprint = computeFingerprint(conversation, settings, engine);
  return { channel, conversation, fingerprint, finding, article, engine, reason: "It was split off." };
}

interface ConversationToWrite {
  conversation: StoredConversation;
  channel: Pick<ChannelRow, "name">;
  settings: DetectionSettings;
  knownTags: string[];
  how: WritingInput;
}

async function writeByEngine(engine: Engine, { conversation, channel, settings, knownTags, how }: ConversationToWrite) {
  if (engine.name === "local") {
    const finding = await engine.detect(conversation, settings);
    return { finding, article: await engine.write(conversation, finding, { channelName: channel.name, knownTags }) };
  }
  const matter = toMatter(conversation);
  const written = await writeSingleMatter(engine, { conversation, matter, beside: [] }, how);
  const article = written.outcome === "articles" ? written.articles[0] : written.article;
  if (!article)
    throw conflict("The model writes no article of this conversation. Choose the sentences to split off instead.");
  return {
    finding: { score: 1, isKnowledge: true, contentType: matter.kind, reasons: ["a person split it off"] },
    article,
  };
}

async function listMoving(scope: WorkspaceScope, { articleId, conversationIds }: ArticleSplit) {
  const supporting = await listConversationsOfArticle(scope, articleId);
  const moving = supporting.filter(({ id }) => conversationIds.includes(id));
  const [first] = moving;
  if (!first || moving.length !== new Set(conversationIds).size) throw notFound("conversation of this article");
  if (moving.length === supporting.length) throw invalid("At least one conversation must stay with the article.");
  if (moving.some(({ isEvidence }) => !isEvidence)) {
    throw invalid("The article is written from one of these conversations. Split the others off instead.");
  }
  return { first: first.id, moving };
}

async function store(deps: Deps, scope: WorkspaceScope, split: ArticleSplit, writing: ConversationWriting) {
  await lockMessagesOfConversation(scope, writing.conversation);
  await lockConversationsOfArticles(scope, split.articleId);
  await lockConversation(scope, writing.conversation.id);
  const { moving } = await listMoving(scope, split);
  const stays = await lockArticleRow(scope, split.articleId);
  if (!stays) throw notFound("article");
  const moved = moving.map(({ id, isEvidence }) => ({ conversationId: id, articleId: stays.id, isEvidence }));
  const ids = moving.map(({ id }) => id);
  const gone = await listMessageIds(scope, ids);
  await closeQuestions(scope, stays.id, gone);
  const articleId = await createArticle(deps, scope, writing);
  for (const id of ids) {
    await moveConversation(scope, id, { articleId, isEvidence: id !== writing.conversation.id });
  }
  const before = await removeMovedSentences(deps, scope, stays, gone);
  const what = `${quoteTitle(writing.article.title)} was split off.`;
  const undo = await recordDecision(deps, scope, {
    subject: "split",
    articleId: stays.id,
    title: stays.title,
    choice: "split",
    before: { ...before, moved, articles: [articleId] },
    by: split.by,
    what,
  });
  return { articleId, undo };
}

/** Removes sentences that cite only the moved conversations. */
async function removeMovedSentences(deps: Deps, scope: WorkspaceScope, article: ArticleRow, gone: ReadonlySet<string>) {
  const keep = (statement: Statement) => {
    // A person's sentences stay in this article. Changes of their messages still affect them here.
    if (statement.hand) return statement;
    const sources = statement.sources.filter((source) => !gone.has(source));
    return sources.length > 0 ? { ...statement, sources } : null;
  };
  const left = mapStatements({ summary: article.summary, body: article.body }, keep);
  const count = listStatements(left).length;
  if (count === 0) throw conflict("The article would be empty. Keep at least one conversation that supports it.");
  const isShorter = count < listStatements(article).length;
  if (!isShorter) await storeStatements(scope, article.id, left);
  const before = isShorter
    ? await changeContent(deps, scope, article, { ...left, reason: "Some of its conversations were split off." })
    : {};
  await dropUnusedSources(scope, article.id, gone, left);
  return before;
}

/** Moves the conversations back. The split-off article becomes a redirect to the original one. */
export async function restoreArticlesOfSplit(
  deps: EventDeps,
  scope: WorkspaceScope,
  stays: ArticleRow,
  before: StateBeforeDecision,
): Promise<void> {
  const [splitOff] = before.articles ?? [];
  if (!splitOff) return;
  const gone = await lockArticleRow(scope, splitOff);
  // An undo would lose sentences that a person changed in the new article.
  if (before.items && gone && (gone.state !== "stands" || gone.version !== 1))
    throw conflict("The article that was split off was changed since. It stays as it is.");
  for (const id of before.items ?? []) await updateInboxItem(scope, id, { articleId: stays.id });
  if (before.items && gone) await copySources(scope, { from: splitOff, into: stays.id, content: gone });
  if (gone) await restoreConversations(scope, splitOff, before);
  await restoreContent(deps, scope, stays, before);
  if (!gone) return;
  await turnIntoRedirect(deps, scope, { from: splitOff, to: stays.id, reason: "A split was undone." });
}
