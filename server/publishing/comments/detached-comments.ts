import { quoteTitle, recordActivity } from "../../activity/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import type { PublicationRow } from "../queries.ts";
import { storeDetachedComments } from "./comment-queries.ts";

/**
 * Notifies people, in the inbox and in the activity log, of comments whose commented text was changed by an update of
 * the article. People are notified once of each comment.
 */
export async function recordDetachedComments(
  deps: Pick<Deps, "events">,
  scope: WorkspaceScope,
  row: Pick<PublicationRow, "id" | "articleId">,
  { ids, title, integration }: { ids: string[]; title: string; integration: { id: string; name: string } },
): Promise<void> {
  if (ids.length === 0) return;
  const news = await storeDetachedComments(scope, row.id, ids);
  if (news === 0) return;
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `${quoteTitle(title)} changed the words that ${formatCommentCount(news)} about on its page in ${integration.name}.`,
    data: { articleId: row.articleId, integrationId: integration.id, integration: integration.name },
  });
  await deps.events.notify(scope, { type: "inbox" });
}

export const formatCommentCount = (count: number) => (count === 1 ? "a comment is" : `${count} comments are`);
