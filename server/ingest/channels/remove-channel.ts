import { and, eq } from "drizzle-orm";
import { conversations, inboxItems } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { leaveThreads } from "../../inbox/questions/question-queries.ts";
import { requestPublications } from "../../publishing/request-publications.ts";
import { deleteChannel } from "./queries.ts";

/**
 * The channel goes with everything read from it; its articles stay, with the sources they quote. What its talk said otherwise than
 * an article is asked no more, and the article's pages say it no more.
 */
export async function removeChannel(
  deps: Pick<Deps, "queue" | "events" | "secrets">,
  scope: WorkspaceScope,
  id: string,
): Promise<void> {
  const contradicted = await listContradicted(scope, id);
  await leaveThreads(scope, id);
  await deleteChannel(scope, id);
  for (const articleId of contradicted) {
    await requestPublications(deps, scope, articleId);
    await deps.events.notify(scope, { type: "article", id: articleId });
  }
  await deps.events.notify(scope, { type: "channel", id });
}

/** In the order in which everybody locks articles. */
async function listContradicted({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ articleId: inboxItems.articleId })
    .from(inboxItems)
    .innerJoin(
      conversations,
      and(eq(conversations.workspaceId, inboxItems.workspaceId), eq(conversations.id, inboxItems.conversationId)),
    )
    .where(
      and(
        eq(inboxItems.workspaceId, workspaceId),
        eq(conversations.channelId, channelId),
        eq(inboxItems.kind, "conflict"),
        eq(inboxItems.state, "open"),
      ),
    )
    .orderBy(inboxItems.articleId);
  return rows.map(({ articleId }) => articleId);
}
