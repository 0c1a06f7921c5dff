import { and, eq } from "drizzle-orm";
import { conversations, inboxItems } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { articleChanged, type Publisher } from "../events.ts";

/** A channel is being removed: the pages of what it contradicted say so no more. */
export async function forgetContradictionsOf(deps: Publisher, scope: WorkspaceScope, channelId: string): Promise<void> {
  for (const articleId of await listContradicted(scope, channelId)) {
    await articleChanged.announce(deps, scope, { articleId });
    await deps.events.notify(scope, { type: "article", id: articleId });
  }
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
