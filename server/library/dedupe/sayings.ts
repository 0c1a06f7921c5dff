import { inArray, isNull } from "drizzle-orm";
import type { ConnectorRegistry } from "../../../connectors/registry.ts";
import type { Saying } from "../../../shared/contract/inbox.ts";
import { conversations, messages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { listMessagesOfConversations } from "../articles/queries.ts";
import { permalinkOf } from "../articles/source-place.ts";

export interface SaidRow {
  articleId: string;
  externalId: string;
  threadId: string | null;
  authorName: string;
  channelName: string;
  sentAt: Date;
  platform: string;
  channelExternalId: string;
  teamUrl: string | null;
}

/** Who said these messages of the articles' conversations, when and where; those that are still there, oldest first. */
export async function listSaid(scope: WorkspaceScope, articleIds: string[], externalIds: string[]): Promise<SaidRow[]> {
  if (articleIds.length === 0 || externalIds.length === 0) return [];
  const rows = await listMessagesOfConversations(
    scope,
    inArray(conversations.articleId, articleIds),
    inArray(messages.externalId, externalIds),
    isNull(messages.deletedAt),
  );
  return rows.flatMap(({ articleId, message: { externalId, threadId, authorName, sentAt }, ...place }) =>
    articleId ? [{ articleId, externalId, threadId, authorName, sentAt, ...place }] : [],
  );
}

export const sayingView = (connectors: ConnectorRegistry, row: SaidRow): Saying => ({
  authorName: row.authorName,
  channelName: row.channelName,
  sentAt: row.sentAt.toISOString(),
  permalink: permalinkOf(connectors, row, row),
});
