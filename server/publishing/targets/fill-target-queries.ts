import { and, asc, eq, gt, isNull, notExists, sql } from "drizzle-orm";
import { articles, knowledgeIntegrations, publications } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";

/**
 * Lists targets of all workspaces that are active, have no trouble, and still need pages for the library's articles. A
 * target needs them after it was connected or switched on.
 */
export function listTargetsToFill(db: Database): Promise<{ workspaceId: string; id: string }[]> {
  const { workspaceId, id, filledAt, isActive, trouble } = knowledgeIntegrations;
  return db
    .select({ workspaceId, id })
    .from(knowledgeIntegrations)
    .where(and(isNull(filledAt), eq(isActive, true), isNull(trouble)));
}

/** Lists shown articles after the id `after` that never had a page on the integration, by ascending id. */
export async function listArticlesWithoutPage(
  { workspaceId, tx }: WorkspaceScope,
  integrationId: string,
  { after, limit }: { after: string | null; limit: number | null },
): Promise<string[]> {
  const pages = tx
    .select({ id: publications.id })
    .from(publications)
    .where(
      and(
        eq(publications.workspaceId, workspaceId),
        eq(publications.articleId, articles.id),
        eq(publications.integrationId, integrationId),
      ),
    );
  const found = tx
    .select({ id: articles.id })
    .from(articles)
    .where(
      and(
        eq(articles.workspaceId, workspaceId),
        eq(articles.state, "stands"),
        after === null ? undefined : gt(articles.id, after),
        notExists(pages),
      ),
    )
    .orderBy(asc(articles.id));
  const rows = await (limit === null ? found : found.limit(limit));
  return rows.map(({ id }) => id);
}

/** Does nothing if the target was switched off or failed during the run. It is then filled once it works again. */
export async function markTargetFilled({ workspaceId, tx }: WorkspaceScope, integrationId: string): Promise<void> {
  await tx
    .update(knowledgeIntegrations)
    .set({ filledAt: sql`now()` })
    .where(
      and(
        eq(knowledgeIntegrations.workspaceId, workspaceId),
        eq(knowledgeIntegrations.id, integrationId),
        eq(knowledgeIntegrations.isActive, true),
        isNull(knowledgeIntegrations.trouble),
      ),
    );
}

const LEFT_OUT = "This article existed before the platform was connected, which gets only new ones.";

export async function insertExcludedArticles(
  { workspaceId, tx }: WorkspaceScope,
  row: Pick<typeof publications.$inferInsert, "id" | "articleId" | "integrationId" | "marker">,
): Promise<void> {
  await tx.insert(publications).values({ workspaceId, ...row, state: "forgotten", wantedVersion: 1, notice: LEFT_OUT });
}
