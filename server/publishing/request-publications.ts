import { newId } from "../db/new-id.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { listKnowledgeIntegrations } from "../integrations/index.ts";
import { getArticle, listPublications } from "../library/articles/index.ts";
import { updateArticleStatus } from "./article-status.ts";
import { describeHoldReason, recordHeld } from "./held-pages.ts";
import { listHoldingTargets } from "./held-queries.ts";
import { createMarker } from "./marker.ts";
import { deleteUncreatedPages, requeueStalled, upsertPublication } from "./queries.ts";
import { lockArticle } from "./status-queries.ts";

/**
 * Requests the article's current version on every active platform. Inserts publications and enqueues their jobs in the
 * caller's transaction. An article that is not shown (withdrawn, held, a draft) gets no new page, but its existing
 * pages are updated. Returns the number of platforms. Without a platform, the article is published at once, in the
 * library only.
 */
export async function requestPublications(
  deps: Pick<Deps, "queue" | "events" | "secrets">,
  scope: WorkspaceScope,
  articleId: string,
): Promise<number> {
  await lockArticle(scope, articleId);
  const { version, state } = await getArticle(scope, articleId);
  const isShown = state === "stands";
  if (!isShown) await deleteUncreatedPages(scope, articleId);
  const pages = await listPublications(scope, articleId);
  const active = (await listKnowledgeIntegrations(scope)).filter(
    ({ id, isActive }) => isActive && (isShown || pages.some(({ publication }) => publication.integrationId === id)),
  );
  const held = new Map(
    (await listHoldingTargets(scope, articleId)).map((one) => [one.integrationId, describeHoldReason(one)]),
  );
  const before = new Map(pages.map(({ publication: p }) => [p.integrationId, p]));
  for (const integration of active) {
    const wanted = {
      workspaceId: scope.workspaceId,
      id: newId(),
      articleId,
      integrationId: integration.id,
      marker: await createMarker(deps.secrets, scope, articleId, integration),
      wantedVersion: version,
    };
    const why = held.get(integration.id) ?? null;
    const row = await upsertPublication(scope, wanted, { heldBecause: why, isShown });
    if (row.state === "held") {
      if (why && before.get(integration.id)?.notice !== why)
        await recordHeld(deps, scope, { articleId, hadPage: false, why });
    } else await deps.queue.enqueue(scope, { queue: "publish", workspaceId: scope.workspaceId, publicationId: row.id });
    await deps.events.notify(scope, { type: "publication", articleId, id: row.id });
  }
  await updateArticleStatus(scope, deps.events, articleId);
  return active.length;
}

/** Enqueues every waiting or given-up publication of an integration after it was repaired or switched on. */
export async function retryParkedPublications(
  deps: Pick<Deps, "queue" | "events">,
  scope: WorkspaceScope,
  integrationId: string,
): Promise<void> {
  for (const { id, articleId } of await requeueStalled(scope, integrationId)) {
    await deps.queue.enqueue(scope, { queue: "publish", workspaceId: scope.workspaceId, publicationId: id });
    await deps.events.notify(scope, { type: "publication", articleId, id });
    await updateArticleStatus(scope, deps.events, articleId);
  }
}
