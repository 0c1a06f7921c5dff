import { and, eq } from "drizzle-orm";
import { articleSources, messages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { redact } from "../../pipeline/redact.ts";

/** Sources whose message says something else by now than when the article was written. */
export async function listEditedSources({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: messages.externalId, before: articleSources.text, now: messages.text })
    .from(articleSources)
    .innerJoin(
      messages,
      and(
        eq(messages.workspaceId, articleSources.workspaceId),
        eq(messages.channelId, articleSources.channelId),
        eq(messages.externalId, articleSources.messageExternalId),
      ),
    )
    .where(and(eq(articleSources.workspaceId, workspaceId), eq(articleSources.articleId, articleId)));
  return rows.filter((row) => redact(row.now).text !== row.before).map(({ id }) => id);
}
