import { and, eq, sql } from "drizzle-orm";
import { articles, knowledgeIntegrations, publications } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

/**
 * Locks the article, so that two of its publications update its status one after the other. To avoid deadlocks, every transaction
 * locks the article before its publications, and no integration afterwards.
 */
export async function lockArticle({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<void> {
  await tx
    .select({ id: articles.id })
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.id, articleId)))
    .for("update");
}

/** The article's publications on active integrations. */
export function listActivePublications({ workspaceId, tx }: WorkspaceScope, articleId: string) {
  return tx
    .select({
      state: publications.state,
      publishedVersion: publications.publishedVersion,
      review: publications.review,
    })
    .from(publications)
    .innerJoin(
      knowledgeIntegrations,
      and(
        eq(knowledgeIntegrations.workspaceId, publications.workspaceId),
        eq(knowledgeIntegrations.id, publications.integrationId),
      ),
    )
    .where(
      and(
        eq(publications.workspaceId, workspaceId),
        eq(publications.articleId, articleId),
        eq(knowledgeIntegrations.isActive, true),
      ),
    );
}

export async function setArticleStatus(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  status: (typeof articles.$inferSelect)["status"],
): Promise<boolean> {
  const changed = await tx
    .update(articles)
    .set({ status })
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.id, articleId), sql`${articles.status} <> ${status}`))
    .returning({ id: articles.id });
  return changed.length === 1;
}
