import { listStatements } from "../../../shared/domain/article.ts";
import type { StateBeforeDecision } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { lockArticleRow, lockArticles, setState } from "../articles/article-queries.ts";
import { moveConversationOfArticle } from "../articles/conversation-queries.ts";
import { listMessageIds } from "../articles/message-queries.ts";
import type { ArticleRow } from "../articles/queries.ts";
import { dropUnusedSources } from "../articles/source-queries.ts";
import { rewriteVersion } from "../articles/version-queries.ts";
import { restoreAudience } from "../audience-queries.ts";
import { setOwner } from "../care/care-queries.ts";
import { insertUnchangedVersion, restoreContent } from "../edit/change-content.ts";
import { articleChanged, type EventDeps } from "../events.ts";
import { deleteInboxItem } from "./item-queries.ts";
import { updateRedirect } from "./merge-articles.ts";

/** Undoes a merge for both articles. Possible only while the remaining article has not changed since. */
export async function restoreArticlesOfMerge(
  deps: EventDeps,
  scope: WorkspaceScope,
  stays: ArticleRow,
  before: StateBeforeDecision,
): Promise<void> {
  const [from, ...redirected] = before.articles ?? [];
  if (!from) return;
  await lockArticles(scope, [from, ...redirected]);
  for (const id of before.items ?? []) await deleteInboxItem(scope, id);
  await restoreContent(deps, scope, stays, before);
  await restoreConversations(scope, stays.id, before);
  await restoreBothAudiences(scope, { stays: stays.id, gone: from }, before);
  await setState(scope, from, {
    mergedInto: null,
    state: before.state ?? "stands",
    stateReason: before.stateReason ?? null,
  });
  await insertUnchangedVersion(scope, from, "A merge was undone.");
  await articleChanged.announce(deps, scope, { articleId: from });
  await deps.events.notify(scope, { type: "article", id: from });
  for (const id of redirected) await updateRedirect(deps, scope, id, from);
}

/** Restores both articles' former audiences, and removes the other article's text from each, also from the history. */
async function restoreBothAudiences(
  scope: WorkspaceScope,
  { stays, gone }: { stays: string; gone: string },
  { readers, versions }: StateBeforeDecision,
): Promise<void> {
  const [article, other] = [await lockArticleRow(scope, stays), await lockArticleRow(scope, gone)];
  if (!article || !other) return;
  const theirs = new Set(listStatements(other).flatMap(({ sources }) => sources));
  await dropUnusedSources(scope, stays, theirs, article);
  if (!readers) return;
  if (versions && readers.stays.length > 0) {
    const { title, summary, body } = article;
    await rewriteVersion(scope, stays, versions.made, { title, summary, body });
  }
  await restoreAudience(scope, stays, readers.stays);
  await restoreAudience(scope, gone, readers.gone);
  if (readers.stays.length > 0 && readers.ownerId) await setOwner(scope, stays, readers.ownerId);
}

/** Moves conversations back to where they were before the decision, unless they were moved again since. */
export async function restoreConversations(
  scope: WorkspaceScope,
  now: string,
  { moved = [] }: StateBeforeDecision,
): Promise<void> {
  const ids = moved.map(({ conversationId }) => conversationId);
  for (const { conversationId, articleId, isEvidence } of moved)
    await moveConversationOfArticle(scope, now, conversationId, { articleId, isEvidence });
  const article = await lockArticleRow(scope, now);
  if (article) await dropUnusedSources(scope, now, await listMessageIds(scope, ids), article);
}
