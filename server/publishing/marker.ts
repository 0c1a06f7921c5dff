import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import type { KnowledgeIntegrationRow } from "../integrations/index.ts";
import { findFirstConversation, isMarkerTaken } from "./marker-queries.ts";

/**
 * Creates the marker 'ref lk-…' of the article's page on this target. It is derived from the article's first conversation, so
 * that an article written again after an older database was restored finds its page.
 */
export async function createMarker(
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
  // A split makes several articles from one conversation, so the marker of each further article gets a number.
  for (let number = 1; ; number += 1) {
    const marker = sign(number === 1 ? origin : [...origin, String(number)]);
    if (!(await isMarkerTaken(scope, { marker, integrationId: id, articleId }))) return marker;
  }
}
