import type { Comparison } from "../../../engine/contract.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { lockArticleRow } from "../articles/article-queries.ts";
import { type ArticleRow, isUnread } from "../articles/queries.ts";
import { findCandidates, isPrivateChannel, listWithPrivacy, lockArticleCreation } from "./candidate-queries.ts";
import type { Comparisons } from "./comparisons.ts";
import { toKnowledge } from "./knowledge-text.ts";

const MOST_CANDIDATES = 8;

/** A comparison with a lower confidence counts as different. */
const BELIEVED_FROM = 0.45;

export interface KnownArticle {
  article: ArticleRow;
  comparison: Comparison;
}

/**
 * The article that already has this knowledge, locked; null when there is none. Workers that found new knowledge at the
 * same time ask one after the other, so that the second finds the first one's article. Call it after the conversation
 * was locked and before any article is, within `comparisons.complete`.
 */
export async function findKnownArticles(
  scope: WorkspaceScope,
  channelId: string,
  comparisons: Comparisons,
): Promise<KnownArticle | null> {
  if (!comparisons.arePossible) return null;
  await lockArticleCreation(scope);
  const open = await listArticlesOpenTo(
    scope,
    channelId,
    await findCandidates(scope, comparisons.fresh, MOST_CANDIDATES),
  );
  const compared = comparisons.with(open.map(toKnowledge));
  let best: { id: string; confidence: number } | null = null;
  for (const [place, { relation, confidence }] of compared.entries()) {
    const id = open[place]?.id;
    if (!id || relation === "different" || confidence < BELIEVED_FROM) continue;
    if (!best || confidence > best.confidence) best = { id, confidence };
  }
  const article = best && (await lockArticleRow(scope, best.id));
  if (!article) return null;
  const [comparison] = comparisons.with([toKnowledge(article)]);
  return !comparison || comparison.relation === "different" ? null : { article, comparison };
}

/**
 * The articles that a conversation of this channel may confirm, in the given order. Messages of a private channel stay
 * there: it confirms articles of its own channel only, and conversations of other channels never confirm those.
 */
export async function listArticlesOpenTo(
  scope: WorkspaceScope,
  channelId: string,
  ids: string[],
): Promise<ArticleRow[]> {
  if (ids.length === 0) return [];
  const isOwnPrivate = await isPrivateChannel(scope, channelId);
  const rows = await listWithPrivacy(scope, ids);
  const open = rows.filter(({ article, isPrivate }) => {
    const isSameChannel = article.channelId === channelId;
    if (isUnread(article.state)) return isSameChannel;
    return article.state === "stands" && (isSameChannel || (isPrivate === false && isOwnPrivate === false));
  });
  const byId = new Map(open.map(({ article }) => [article.id, article]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
