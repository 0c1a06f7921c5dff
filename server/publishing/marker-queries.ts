import { and, asc, eq, ne } from "drizzle-orm";
import { channels, conversations, publications } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

/** Finds the first of the article's conversations; null if none is left. */
export async function findFirstConversation({ workspaceId, tx }: WorkspaceScope, articleId: string) {
  const [first] = await tx
    .select({ platform: channels.platform, channel: channels.externalId, key: conversations.key })
    .from(conversations)
    .innerJoin(
      channels,
      and(eq(channels.workspaceId, conversations.workspaceId), eq(channels.id, conversations.channelId)),
    )
    .where(
      and(
        eq(conversations.workspaceId, workspaceId),
        eq(conversations.articleId, articleId),
        eq(conversations.isEvidence, false),
      ),
    )
    .orderBy(asc(conversations.firstAt), asc(conversations.id))
    .limit(1);
  return first ?? null;
}

/** True if another article's page on the integration has the marker. */
export async function isMarkerTaken(
  { workspaceId, tx }: WorkspaceScope,
  { marker, integrationId, articleId }: { marker: string; integrationId: string; articleId: string },
): Promise<boolean> {
  const taken = await tx.$count(
    publications,
    and(
      eq(publications.workspaceId, workspaceId),
      eq(publications.integrationId, integrationId),
      eq(publications.marker, marker),
      ne(publications.articleId, articleId),
    ),
  );
  return taken > 0;
}
