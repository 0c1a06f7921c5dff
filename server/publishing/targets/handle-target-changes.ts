import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { updateArticleStatus } from "../article-status.ts";
import { retryParkedPublications } from "../request-publications.ts";
import { deletePublicationsOnTarget, lockUnpublishedArticles } from "../target-queries.ts";

type AnnounceDeps = Pick<Deps, "queue" | "events">;

/** Updates the status of a knowledge target's articles after it was switched on or off. */
export async function updateStatusesAfterSwitch(
  { events }: AnnounceDeps,
  scope: WorkspaceScope,
  { integrationId }: { integrationId: string },
): Promise<void> {
  for (const articleId of await lockUnpublishedArticles(scope, integrationId))
    await updateArticleStatus(scope, events, articleId);
}

/** Handles a target that a change of the plan switched on or off. Retries parked publications if it was switched on. */
export async function handlePlanSwitch(
  deps: AnnounceDeps,
  scope: WorkspaceScope,
  { integrationId, isActive }: { integrationId: string; isActive: boolean },
): Promise<void> {
  if (isActive) await retryParkedPublications(deps, scope, integrationId);
  await updateStatusesAfterSwitch(deps, scope, { integrationId });
}

/** Deletes all rows about a target's pages, before the target is removed. */
export async function deletePublicationsOfTarget(
  { events }: AnnounceDeps,
  scope: WorkspaceScope,
  { integrationId }: { integrationId: string },
): Promise<void> {
  const affected = await lockUnpublishedArticles(scope, integrationId);
  await deletePublicationsOnTarget(scope, integrationId);
  for (const articleId of affected) await updateArticleStatus(scope, events, articleId);
}
