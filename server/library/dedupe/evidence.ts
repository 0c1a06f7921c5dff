import type { Comparison } from "../../../engine/contract.ts";
import { quoteTitle, recordActivity } from "../../activity/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { lockArticleRow, storeStatements } from "../articles/article-queries.ts";
import {
  countConversationsOfArticle,
  hasErasedConfirmation,
  isWrittenFromConversation,
  lockConversationForWriting,
  markForWriting,
  moveConversation,
} from "../articles/conversation-queries.ts";
import { listMessageIds } from "../articles/message-queries.ts";
import type { ArticleRow } from "../articles/queries.ts";
import { dropUnusedSources, listSourceEdits, storeSources } from "../articles/source-queries.ts";
import { insertUnchangedVersion } from "../edit/change-content.ts";
import { articleChanged } from "../events.ts";
import { asksBeforeEdits, readReviewSettings } from "../review-queries.ts";
import { type ConversationWriting, pickContent, type SaveOutcome } from "../save/written-content.ts";
import { acceptProposal } from "./accept-proposal.ts";
import { lockArticleCreation } from "./candidate-queries.ts";
import type { KnowledgeComparisons } from "./comparisons.ts";
import type { ArticleWithComparison } from "./find-known.ts";
import { addSources, mapStatements, pairEditedStatements, toKnowledgeText } from "./knowledge-text.ts";
import { closeQuestions, openInboxItems } from "./open-decisions.ts";
import { askAboutEditedSentences, updateEditedSentences } from "./update-edited-sentences.ts";

/**
 * Adds a conversation as evidence to the article that already has its knowledge. Additional knowledge is proposed to a
 * person. The caller has locked the article.
 */
export async function addEvidence(
  deps: Deps,
  scope: WorkspaceScope,
  { article, comparison }: ArticleWithComparison,
  writing: ConversationWriting,
): Promise<SaveOutcome> {
  const { channel, conversation } = writing;
  await moveConversation(scope, conversation.id, { articleId: article.id, isEvidence: true });
  const times = await countConversationsOfArticle(scope, article.id);
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `${quoteTitle(article.title)} was asked again, in #${channel.name}: ${times} times by now.`,
    data: { articleId: article.id, title: article.title, channel: channel.name, times },
  });
  await applyComparison(deps, scope, { article, comparison }, writing);
  return "updated";
}

/**
 * Compares evidence that continued or changed with the article's current content. Returns null if the conversation is
 * about another subject by now; it then no longer confirms the article. If people decided the content of an article
 * without a leading conversation, no conversation leaves it automatically. Called within `comparisons.complete`.
 */
export async function refreshEvidence(
  deps: Deps,
  scope: WorkspaceScope,
  articleId: string,
  { writing, comparisons }: { writing: ConversationWriting; comparisons: KnowledgeComparisons },
): Promise<SaveOutcome | null> {
  const { conversation } = writing;
  if (!comparisons.arePossible) return "unchanged";
  await lockArticleCreation(scope);
  const article = await lockArticleRow(scope, articleId);
  if (!article) throw new Error("A conversation names an article that does not exist");
  const [comparison] = comparisons.with([toKnowledgeText(article)]);
  if (!comparison) return "unchanged";
  if (comparison.relation === "different") {
    if (conversation.hasForgotten || !(await isWrittenFromConversation(scope, articleId))) return "unchanged";
    await detachConversation(scope, article, conversation);
    return null;
  }
  await closeQuestions(scope, articleId, await listReaskableMessageIds(scope, conversation));
  await applyComparison(deps, scope, { article, comparison }, writing);
  return "unchanged";
}

/**
 * Ids of the messages whose questions in the inbox can be asked again. A question that cites erased text cannot be asked
 * again, so it stays.
 */
export async function listReaskableMessageIds(
  scope: WorkspaceScope,
  { id, hasForgotten, messages }: ConversationWriting["conversation"],
) {
  return hasForgotten ? new Set(messages.map(({ externalId }) => externalId)) : listMessageIds(scope, [id]);
}

/**
 * The conversation no longer confirms the article. A sentence that cites no other conversation stays until its message
 * is deleted.
 */
export async function detachConversation(
  scope: WorkspaceScope,
  article: Pick<ArticleRow, "id" | "summary" | "body">,
  { id }: { id: string },
): Promise<void> {
  const ids = await listMessageIds(scope, [id]);
  await closeQuestions(scope, article.id, ids);
  const left = mapStatements({ summary: article.summary, body: article.body }, (statement) => {
    const sources = statement.sources.filter((source) => !ids.has(source));
    return sources.length > 0 ? { ...statement, sources } : statement;
  });
  await storeStatements(scope, article.id, left);
  await dropUnusedSources(scope, article.id, ids, left);
  await moveConversation(scope, id, { articleId: null, isEvidence: false });
}

/**
 * The conversation from which the article was written no longer confirms it. Another conversation about the same
 * subject takes its place, and the next recheck writes the article from that one. Returns false if there is no other
 * conversation.
 */
export async function promoteEvidence(
  scope: WorkspaceScope,
  articleId: string,
  leaving: { id: string },
): Promise<boolean> {
  const next = await lockConversationForWriting(scope, articleId, leaving.id);
  if (!next && !(await hasErasedConfirmation(scope, articleId, leaving.id))) return false;
  if (next) await markForWriting(scope, next);
  await moveConversation(scope, leaving.id, { articleId: null, isEvidence: false });
  return true;
}

/**
 * Adds the conversation's messages to the sentences that they confirm. Asks a person about additions and
 * contradictions.
 */
export async function applyComparison(
  deps: Deps,
  scope: WorkspaceScope,
  { article: before, comparison: compared }: ArticleWithComparison,
  writing: ConversationWriting,
): Promise<void> {
  const { conversation, channel } = writing;
  const fresh = pickContent(writing);
  const edits = new Map((await listSourceEdits(scope, [before.id])).map(({ id, mark }) => [id, mark]));
  const edited = new Set(edits.keys());
  const given = { article: before, fresh, comparison: pairEditedStatements(before, fresh, compared, edited), edited };
  const isAsked = edits.size > 0 && (await asksBeforeEdits(scope, before));
  const { article, comparison } = isAsked
    ? { article: before, comparison: askAboutEditedSentences(given) }
    : await updateEditedSentences(deps, scope, { ...given, channelName: channel.name });
  const known = addSources({ summary: article.summary, body: article.body }, fresh, comparison);
  await storeStatements(scope, article.id, known);
  await storeSources(scope, article.id, known);
  const { id: conversationId, messages } = conversation;
  const waiting = isAsked ? edits : new Map<string, string>();
  const question = { articleId: article.id, conversationId, known, fresh, messages, comparison, waiting };
  const { conflicts, proposalId } = await openInboxItems(scope, question);
  if (conflicts > 0) {
    const reason = `A message in #${channel.name} contradicts this article. The article shows both until somebody decides.`;
    await insertUnchangedVersion(scope, article.id, reason);
    await articleChanged.announce(deps, scope, { articleId: article.id });
  }
  if (proposalId && !isAsked && isSafe(comparison) && (await readReviewSettings(scope)).autoAcceptProposals) {
    await acceptProposal(deps, scope, { itemId: proposalId, by: null });
  }
  await deps.events.notify(scope, { type: "article", id: article.id });
}

/** True if an addition is certain enough to be accepted without a person. */
const isSafe = ({ relation, confidence }: Comparison) => relation === "adds" && confidence >= 0.8;
