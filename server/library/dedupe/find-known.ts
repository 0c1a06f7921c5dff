import type { WrittenArticle } from "../../../shared/domain/article.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Engine } from "../../pipeline/engine.ts";
import type { Comparison } from "../../pipeline/local-engine/same-knowledge.ts";
import { lockArticleRow } from "../articles/article-queries.ts";
import { type ArticleRow, isUnread } from "../articles/queries.ts";
import { findCandidates, isPrivateChannel, listWithPrivacy, lockArticleCreation } from "./candidate-queries.ts";
import { knowledgeOf } from "./knowledge-text.ts";

const MOST_CANDIDATES = 8;

/** An engine that is less sure than this that both are about the same is not believed. */
const BELIEVED_FROM = 0.45;

export interface Known {
  article: ArticleRow;
  comparison: Comparison;
}

interface Wanted {
  engine: Engine;
  channel: { id: string };
  article: Pick<WrittenArticle, "title" | "contentType" | "summary" | "body">;
}

/**
 * The article that has this knowledge already, locked; null when there is none. Of all workers that found something new at
 * the same time one after the other asks, so that the second finds what the first wrote. To be called after the conversation was
 * locked and before any article is.
 */
export async function findKnown(scope: WorkspaceScope, wanted: Wanted): Promise<Known | null> {
  const { engine, article: fresh, channel } = wanted;
  if (!engine.compare) return null;
  await lockArticleCreation(scope);
  const text = knowledgeOf(fresh);
  const ids = await findCandidates(scope, text, MOST_CANDIDATES);
  let best: Known | null = null;
  for (const article of await listOpenTo(scope, channel.id, ids)) {
    const comparison = await engine.compare(knowledgeOf(article), text);
    if (comparison.relation === "different" || comparison.confidence < BELIEVED_FROM) continue;
    if (!best || comparison.confidence > best.comparison.confidence) best = { article, comparison };
  }
  if (!best) return null;
  const article = await lockArticleRow(scope, best.article.id);
  if (!article) return null;
  const comparison = await engine.compare(knowledgeOf(article), text);
  return comparison.relation === "different" ? null : { article, comparison };
}

/**
 * The articles that a conversation of this channel may confirm, the likeliest first. What is said in a private channel stays there:
 * it joins articles of its own channel only, and conversations of other channels never joins those.
 */
async function listOpenTo(scope: WorkspaceScope, channelId: string, ids: string[]): Promise<ArticleRow[]> {
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
