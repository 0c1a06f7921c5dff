import { sql } from "drizzle-orm";
import { newId } from "../../db/new-id.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { getArticle } from "../articles/queries.ts";
import { listKnowledgeIntegrations } from "../integrations/queries.ts";
import { settleArticleStatus } from "./article-status.ts";
import { listParkedOf, updatePublication, upsertPublication } from "./queries.ts";

/**
 * Wants the article's current version on every active platform: a row each and its job, in the caller's transaction.
 * Answers on how many; with none the library itself is the place and the article is published at once.
 */
export async function requestPublications(
  deps: Pick<Deps, "queue" | "events" | "secrets">,
  scope: WorkspaceScope,
  articleId: string,
): Promise<number> {
  const { version } = await getArticle(scope, articleId);
  const active = (await listKnowledgeIntegrations(scope)).filter(({ isActive }) => isActive);
  for (const integration of active) {
    const id = newId();
    const row = await upsertPublication(scope, {
      workspaceId: scope.workspaceId,
      id,
      articleId,
      integrationId: integration.id,
      marker: `ref lk-${deps.secrets.hmac(id, "publication-marker").slice(0, 16)}`,
      wantedVersion: version,
    });
    await deps.queue.enqueue(scope, { queue: "publish", workspaceId: scope.workspaceId, publicationId: row.id });
    await deps.events.notify(scope, { type: "publication", articleId, id: row.id });
  }
  await settleArticleStatus(scope, deps.events, articleId);
  return active.length;
}

/** After an integration was repaired: what had been given up on is tried again. Answers how many. */
export async function retryParkedPublications(
  deps: Pick<Deps, "queue">,
  scope: WorkspaceScope,
  integrationId: string,
): Promise<number> {
  const parked = await listParkedOf(scope, integrationId);
  for (const id of parked) {
    await updatePublication(scope, id, { state: "queued", attempts: 0, nextAttemptAt: sql`now()`, trouble: null });
    await deps.queue.enqueue(scope, { queue: "publish", workspaceId: scope.workspaceId, publicationId: id });
  }
  return parked.length;
}
