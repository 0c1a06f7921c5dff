import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import type { KnowledgeIntegrationRow } from "../integrations/index.ts";
import { findFirstConversation, isMarkerTaken } from "./marker-queries.ts";

/**
 * 'ref lk-…' for the article's page at this place. It follows from the conversation that the article is written from and not from a
 * row's id, so that an article that is written again after an older database was restored finds the page it had.
 */
export async function markerFor(
  secrets: Deps["secrets"],
  scope: WorkspaceScope,
  articleId: string,
  { id, type, baseUrl, spaceId }: Pick<KnowledgeIntegrationRow, "id" | "type" | "baseUrl" | "spaceId">,
): Promise<string> {
  const { workspaceId } = scope;
  const sign = (origin: string[]) => {
    const text = JSON.stringify([workspaceId, type, baseUrl, spaceId, ...origin]);
    return `ref lk-${secrets.hmac(text, "publication-marker").slice(0, 16)}`;
  };
  const first = await findFirstConversation(scope, articleId);
  if (!first) return sign([articleId]);
  const origin = [first.platform, first.channel, first.key];
  // Of the articles from one conversation, which a split makes, each has its own.
  for (let number = 1; ; number += 1) {
    const marker = sign(number === 1 ? origin : [...origin, String(number)]);
    if (!(await isMarkerTaken(scope, { marker, integrationId: id, articleId }))) return marker;
  }
}
