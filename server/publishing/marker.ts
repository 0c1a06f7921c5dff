import { and, asc, eq, ne } from "drizzle-orm";
import { channels, conversations, publications } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import type { KnowledgeIntegrationRow } from "../integrations/index.ts";

/**
 * 'ref lk-…' for the article's page at this place. It follows from the talk that the article is written from and not from a
 * row's id, so that an article that is written again after an older database was restored finds the page it had.
 */
export async function markerFor(
  secrets: Deps["secrets"],
  scope: WorkspaceScope,
  articleId: string,
  { id, type, baseUrl, spaceId }: Pick<KnowledgeIntegrationRow, "id" | "type" | "baseUrl" | "spaceId">,
): Promise<string> {
  const { workspaceId, tx } = scope;
  const sign = (origin: string[]) => {
    const text = JSON.stringify([workspaceId, type, baseUrl, spaceId, ...origin]);
    return `ref lk-${secrets.hmac(text, "publication-marker").slice(0, 16)}`;
  };
  const [talk] = await tx
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
  if (!talk) return sign([articleId]);
  const origin = [talk.platform, talk.channel, talk.key];
  // Of the articles from one talk, which a split makes, each has its own.
  for (let number = 1; ; number += 1) {
    const marker = sign(number === 1 ? origin : [...origin, String(number)]);
    const isTaken = await tx.$count(
      publications,
      and(
        eq(publications.workspaceId, workspaceId),
        eq(publications.integrationId, id),
        eq(publications.marker, marker),
        ne(publications.articleId, articleId),
      ),
    );
    if (isTaken === 0) return marker;
  }
}
