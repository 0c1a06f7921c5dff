import type { RecheckCause } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { ChangedMessages } from "../../ingest/index.ts";
import { lockArticles } from "../articles/article-queries.ts";
import { requeueConversations } from "../articles/conversation-queries.ts";
import { listArticlesThatCite } from "../articles/source-queries.ts";
import { listCauses, listChanged, storeCauses } from "./recheck-queries.ts";

/** A history that names more people than this helps nobody. */
const MOST_CAUSES = 10;

/**
 * Marks the conversations of these messages to be judged again, and the articles that cite them or were written from
 * them to be checked. Returns these articles' ids; they are locked until the transaction ends.
 */
export async function requestRechecks(scope: WorkspaceScope, changes: ChangedMessages): Promise<string[]> {
  const changed = await listChanged(scope, changes);
  const keys = [...new Set(changed.flatMap(({ key }) => key ?? []))];
  const judged = await requeueConversations(scope, changes.channelId, keys);
  const wanted = [...new Set([...judged, ...(await listArticlesThatCite(scope, changes))])];
  if (wanted.length === 0) return [];
  const locked = await lockArticles(scope, wanted);
  const causes = changed.map(({ deletedAt, authorName, channelName }): RecheckCause => {
    return { what: deletedAt ? "deleted" : "edited", authorName, channelName };
  });
  await addCauses(scope, locked, causes);
  return locked;
}

/** Adds causes to the pending rechecks, or inserts new ones; due at once. The articles are locked. */
export async function addCauses(scope: WorkspaceScope, articleIds: string[], causes: RecheckCause[]): Promise<void> {
  if (articleIds.length === 0) return;
  const known = await listCauses(scope, articleIds);
  await storeCauses(
    scope,
    articleIds.map((articleId) => ({ articleId, causes: distinct([...(known.get(articleId) ?? []), ...causes]) })),
  );
}

function distinct(causes: RecheckCause[]): RecheckCause[] {
  const seen = new Map(causes.map((cause) => [`${cause.what} ${cause.channelName} ${cause.authorName}`, cause]));
  return [...seen.values()].slice(0, MOST_CAUSES);
}
