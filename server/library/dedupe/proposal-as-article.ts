import { redactText } from "../../../engine/redact/redact.ts";
import { listStatements } from "../../../shared/domain/article.ts";
import { quoteTitle } from "../../activity/index.ts";
import { newId } from "../../db/new-id.ts";
import type { StateBeforeDecision } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { conflict } from "../../errors.ts";
import { getChannel } from "../../ingest/channels/index.ts";
import { getConversation } from "../../ingest/conversations/index.ts";
import { lockArticleRow } from "../articles/article-queries.ts";
import { listConversationsOfArticle, moveConversation, requeueIfUnlocked } from "../articles/conversation-queries.ts";
import { listMessageIds } from "../articles/message-queries.ts";
import type { ArticleRow } from "../articles/queries.ts";
import { findChannelOfSources, storeSources } from "../articles/source-queries.ts";
import { splitWords } from "../articles/words.ts";
import { recordDecision, type UndoableDecision } from "../decisions.ts";
import { createTitleEdit } from "../edit/person-edit-notes.ts";
import type { EventDeps } from "../events.ts";
import { type ChosenSentences, pickAcceptedText } from "./accept-proposal.ts";
import { type InboxItemRow, insertInboxItem, updateInboxItem } from "./item-queries.ts";
import { closeQuestions } from "./open-decisions.ts";
import { insertSeparateArticle, turnIntoRedirect } from "./own-article.ts";
import { restoreConversations } from "./undo-merge.ts";

interface ArticleFromProposal {
  article: ArticleRow;
  item: InboxItemRow;
  title: string;
  sentences: ChosenSentences | undefined;
  by: string;
}

/** Turns a proposed addition into a separate article. The other article stays unchanged. The caller has locked both. */
export async function createArticleFromProposal(
  deps: EventDeps,
  scope: WorkspaceScope,
  { article, item, sentences, by, ...named }: ArticleFromProposal,
): Promise<{ newArticle: { id: string; title: string }; undo: UndoableDecision }> {
  const { summary, body } = pickAcceptedText(article, item, sentences);
  const own = { summary, body };
  await updateInboxItem(scope, item.id, { state: "decided" });
  const title = redactText(named.title.trim().replace(/\s+/g, " ")).text;
  const conversation = await getConversation(scope, item.conversationId);
  const channelId = (await findChannelOfSources(scope, own, article.id)) ?? conversation.channelId;
  const { name: channelName } = await getChannel(scope, channelId);
  const articleId = await insertSeparateArticle(deps, scope, {
    article,
    own,
    title,
    ...(title !== item.fresh.title && { titleHand: createTitleEdit(title, by) }),
    channel: { channelId, channelName },
    labels: labelsWithin(article, [title, ...listStatements(own).map(({ text }) => text)].join("\n")),
    reason: `It was proposed as a change of ${quoteTitle(article.title)}.`,
    by,
  });
  await storeSources(scope, articleId, own, article.id);
  const moved = await moveProposedConversation(scope, { article, item, articleId });
  const undo = await recordDecision(deps, scope, {
    subject: `proposal.${item.id}`,
    articleId: article.id,
    title: article.title,
    choice: "own-article",
    before: { articles: [articleId], moved },
    by,
    what: `A proposed change became an article of its own, ${quoteTitle(title)}.`,
  });
  return { newArticle: { id: articleId, title }, undo };
}

/**
 * Moves the proposal's conversation to the new article, unless a sentence of the other article cites it. The
 * conversation is about another subject. It therefore neither counts as a repeated question nor contradicts the other
 * article. Sentences that were left out are not proposed to the new article.
 */
async function moveProposedConversation(
  scope: WorkspaceScope,
  { article, item, articleId }: { article: ArticleRow; item: InboxItemRow; articleId: string },
): Promise<NonNullable<StateBeforeDecision["moved"]>> {
  const { conversationId } = item;
  const ids = await listMessageIds(scope, [conversationId]);
  const isCited = listStatements(article).some(({ sources }) => sources.some((source) => ids.has(source)));
  const own = (await listConversationsOfArticle(scope, article.id)).find(({ id }) => id === conversationId);
  if (isCited || !own?.isEvidence) return [];
  await closeQuestions(scope, article.id, ids);
  await moveConversation(scope, conversationId, { articleId, isEvidence: true });
  const { kind, fresh, confidence, subject } = item;
  const decided = { id: newId(), kind, articleId, conversationId, subject, fresh, confidence };
  await insertInboxItem(scope, { ...decided, state: "decided" });
  return [{ conversationId, articleId: article.id, isEvidence: true }];
}

/** Returns the article's tags and keywords that occur in a text. */
function labelsWithin({ tags, keywords }: ArticleRow, text: string): Pick<ArticleRow, "tags" | "keywords"> {
  const words = new Set(splitWords(text));
  const occurs = (label: string) => splitWords(label).every((word) => words.has(word));
  return { tags: tags.filter(occurs), keywords: keywords.filter(occurs) };
}

/**
 * Undoes the decision that turned a proposal into an article: the article becomes a redirect. Throws 'conflict' if
 * somebody changed the article since.
 */
export async function withdrawSeparateArticle(
  deps: EventDeps,
  scope: WorkspaceScope,
  article: ArticleRow,
  before: StateBeforeDecision,
): Promise<void> {
  for (const from of before.articles ?? []) {
    const own = await lockArticleRow(scope, from);
    if (!own) continue;
    if (own.version !== 1 || own.state === "merged")
      throw conflict("The article that was made of it was changed since. It stays as it is.");
    await restoreConversations(scope, from, before);
    // Contradictions of the moved conversation are asked about again.
    for (const { conversationId } of before.moved ?? []) await requeueIfUnlocked(scope, conversationId);
    await turnIntoRedirect(deps, scope, { from, to: article.id, reason: "A decision was undone." });
  }
}
