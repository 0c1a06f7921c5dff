import type { Comparison } from "../../../engine/contract.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { lockArticleRow } from "../articles/article-queries.ts";
import { type ArticleRow, isAwaitingReview } from "../articles/queries.ts";
import { findCandidates, isPrivateChannel, listArticlesWithPrivacy, lockArticleCreation } from "./candidate-queries.ts";
import type { KnowledgeComparisons } from "./comparisons.ts";
import { toKnowledgeText } from "./knowledge-text.ts";

const MOST_CANDIDATES = 8;

/** A comparison with a lower confidence counts as 'different'. */
const MIN_CONFIDENCE = 0.45;

export interface ArticleWithComparison {
  article: ArticleRow;
  comparison: Comparison;
}

/**
 * Finds and locks the article that already has this knowledge; null if there is none. Workers that found new knowledge
 * at the same time call this one after the other, so that the second finds the first one's article. Called within
 * `comparisons.complete`, after the conversation was locked and before any article.
 */
export async function findArticleWithKnowledge(
  scope: WorkspaceScope,
  channelId: string,
  comparisons: KnowledgeComparisons,
): Promise<ArticleWithComparison | null> {
  if (!comparisons.arePossible) return null;
  await lockArticleCreation(scope);
  const open = await listConfirmableArticles(
    scope,
    channelId,
    await findCandidates(scope, comparisons.fresh, MOST_CANDIDATES),
  );
  const compared = comparisons.with(open.map(toKnowledgeText));
  let best: { id: string; confidence: number } | null = null;
  for (const [place, { relation, confidence }] of compared.entries()) {
    const id = open[place]?.id;
    if (!id || relation === "different" || confidence < MIN_CONFIDENCE) continue;
    if (!best || confidence > best.confidence) best = { id, confidence };
  }
  const article = best && (await lockArticleRow(scope, best.id));
  if (!article) return null;
  const [comparison] = comparisons.with([toKnowledgeText(article)]);
  return !comparison || comparison.relation === "different" ? null : { article, comparison };
}

/**
 * The articles that a conversation of this channel may confirm, in the given sequence. Conversations of a private
 * channel confirm only articles of that channel, and no other channel's conversations confirm those articles.
 */
export async function listConfirmableArticles(
  scope: WorkspaceScope,
  channelId: string,
  ids: string[],
): Promise<ArticleRow[]> {
  if (ids.length === 0) return [];
  const isOwnPrivate = await isPrivateChannel(scope, channelId);
  const rows = await listArticlesWithPrivacy(scope, ids);
  const open = rows.filter(({ article, isPrivate }) => {
    const isSameChannel = article.channelId === channelId;
    if (isAwaitingReview(article.state)) return isSameChannel;
    return article.state === "stands" && (isSameChannel || (isPrivate === false && isOwnPrivate === false));
  });
  const byId = new Map(open.map(({ article }) => [article.id, article]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
