import type { RecheckCause } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { ChangedMessages } from "../../ingest/index.ts";
import { lockArticles } from "../articles/article-queries.ts";
import { requeueConversations } from "../articles/conversation-queries.ts";
import { listArticlesThatCite } from "../articles/source-queries.ts";
import { keepVerifiedTexts } from "../review-queries.ts";
import { listChangedMessages, listRecheckCauses, storeRecheckCauses } from "./recheck-queries.ts";

/** The most reasons in a history entry. A longer list of people would help nobody. */
const MOST_CAUSES = 10;

/**
 * Marks the conversations of these messages for a new judgement. Requests a recheck of the articles that cite the
 * messages or were written from them. Returns these articles' ids. The articles are locked until the transaction ends.
 */
export async function requestRechecks(scope: WorkspaceScope, changes: ChangedMessages): Promise<string[]> {
  const changed = await listChangedMessages(scope, changes);
  const keys = [...new Set(changed.flatMap(({ key }) => key ?? []))];
  const judged = await requeueConversations(scope, changes.channelId, keys);
  const wanted = [...new Set([...judged, ...(await listArticlesThatCite(scope, changes))])];
  if (wanted.length === 0) return [];
  const locked = await lockArticles(scope, wanted);
  const edited = changed.flatMap(({ key, deletedAt }) => (key && !deletedAt ? [key] : []));
  await keepVerifiedTexts(scope, locked, { channelId: changes.channelId, keys: edited });
  const causes = changed.map(({ deletedAt, authorName, channelName }): RecheckCause => {
    return { what: deletedAt ? "deleted" : "edited", authorName, channelName };
  });
  await addRecheckCauses(scope, locked, causes);
  return locked;
}

/**
 * Adds reasons to the pending rechecks, or inserts new rechecks that are due at once. The caller has locked the
 * articles.
 */
export async function addRecheckCauses(
  scope: WorkspaceScope,
  articleIds: string[],
  causes: RecheckCause[],
): Promise<void> {
  if (articleIds.length === 0) return;
  const known = await listRecheckCauses(scope, articleIds);
  await storeRecheckCauses(
    scope,
    articleIds.map((articleId) => ({ articleId, causes: distinct([...(known.get(articleId) ?? []), ...causes]) })),
  );
}

function distinct(causes: RecheckCause[]): RecheckCause[] {
  const seen = new Map(causes.map((cause) => [`${cause.what} ${cause.channelName} ${cause.authorName}`, cause]));
  return [...seen.values()].slice(0, MOST_CAUSES);
}
