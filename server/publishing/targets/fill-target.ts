import { newId } from "../../db/new-id.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { getKnowledgeIntegration } from "../../integrations/index.ts";
import { updateArticleStatus } from "../article-status.ts";
import { createMarker } from "../marker.ts";
import { requestPublications } from "../request-publications.ts";
import { insertExcludedArticles, listArticlesWithoutPage, markTargetFilled } from "./fill-target-queries.ts";

const ARTICLES_A_TIME = 100;

/**
 * Requests a page on a new target for every article of the library, each in its own transaction, so that an interrupted run loses
 * and doubles nothing.
 */
export async function fillTarget(
  deps: Pick<Deps, "db" | "queue" | "events" | "secrets">,
  { workspaceId, id }: { workspaceId: string; id: string },
  stopping: AbortSignal,
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const page = { after, limit: ARTICLES_A_TIME };
    const ids: string[] = await inWorkspace(deps.db, workspaceId, (scope) => listArticlesWithoutPage(scope, id, page));
    for (const articleId of ids) {
      if (stopping.aborted) return;
      await inWorkspace(deps.db, workspaceId, (scope) => requestPublications(deps, scope, articleId));
    }
    after = ids.at(-1) ?? null;
    if (ids.length < ARTICLES_A_TIME) break;
  }
  await inWorkspace(deps.db, workspaceId, (scope) => markTargetFilled(scope, id));
}

/** Stores that a new target gets no existing article until a person publishes one on it. */
export async function excludeExistingArticles(
  { secrets, events }: Pick<Deps, "secrets" | "events">,
  scope: WorkspaceScope,
  { integrationId }: { integrationId: string },
): Promise<void> {
  const integration = await getKnowledgeIntegration(scope, integrationId);
  for (const articleId of await listArticlesWithoutPage(scope, integrationId, { after: null, limit: null })) {
    const marker = await createMarker(secrets, scope, articleId, integration);
    await insertExcludedArticles(scope, { id: newId(), articleId, integrationId, marker });
    await updateArticleStatus(scope, events, articleId);
  }
}
