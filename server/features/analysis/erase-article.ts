import { and, eq, sql } from "drizzle-orm";
import { articleSources, articles, articleVersions } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { recordActivity } from "../activity/record.ts";
import { getArticle } from "../articles/queries.ts";
import { requestPublications } from "../publishing/request-publications.ts";

const TITLE = "An article whose messages were deleted";
const REASON = "Every message it stood on was deleted in the chat.";

/** Every message of the talk was deleted at the source: its words go from the article, its versions and its pages. */
export async function eraseArticle(deps: Deps, scope: WorkspaceScope, id: string, channelName: string): Promise<void> {
  const { workspaceId, tx } = scope;
  const { engine, version } = await getArticle(scope, id);
  const nothing = { title: TITLE, summary: [], body: [] };
  await tx
    .update(articles)
    .set({
      ...nothing,
      summaryText: "",
      bodyText: "",
      tags: [],
      keywords: [],
      redactions: [],
      reasons: [],
      authorName: null,
      version: version + 1,
      updatedAt: sql`now()`,
    })
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.id, id)));
  await tx
    .update(articleVersions)
    .set(nothing)
    .where(and(eq(articleVersions.workspaceId, workspaceId), eq(articleVersions.articleId, id)));
  await tx
    .insert(articleVersions)
    .values({ workspaceId, articleId: id, version: version + 1, ...nothing, reason: REASON, engine });
  await tx
    .delete(articleSources)
    .where(and(eq(articleSources.workspaceId, workspaceId), eq(articleSources.articleId, id)));
  await recordActivity(scope, deps.events, {
    type: "message_analyzed",
    message: `An article from #${channelName} was emptied. ${REASON}`,
    data: { articleId: id, channel: channelName },
  });
  await requestPublications(deps, scope, id);
  await deps.events.notify(scope, { type: "article", id });
}
