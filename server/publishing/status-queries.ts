import { and, desc, eq, sql } from "drizzle-orm";
import { articles, inboxDecisions, knowledgeIntegrations, publications } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

/**
 * Locks the article, so that two of its publications update its status one after the other. To avoid deadlocks, every
 * transaction locks the article before its publications, and locks no integration after them.
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

/** Whether the page was requested while the article's last approval was valid, and a person undid that approval. */
export async function hasUndoneApproval(
  { workspaceId, tx }: WorkspaceScope,
  { id, articleId }: { id: string; articleId: string },
): Promise<boolean> {
  const isApproval = and(
    eq(inboxDecisions.workspaceId, workspaceId),
    eq(inboxDecisions.articleId, articleId),
    eq(inboxDecisions.choice, "approve"),
  );
  const [last] = await tx
    .select({
      isUndone: sql<boolean>`${inboxDecisions.undoneAt} is not null and ${articles.state} in ('draft', 'review')
        and (select p.created_at from publications p where p.workspace_id = ${workspaceId} and p.id = ${id})
          between ${inboxDecisions.decidedAt} and ${inboxDecisions.undoneAt}`,
    })
    .from(inboxDecisions)
    .innerJoin(articles, and(eq(articles.workspaceId, workspaceId), eq(articles.id, articleId)))
    .where(isApproval)
    .orderBy(desc(inboxDecisions.decidedAt))
    .limit(1);
  return last?.isUndone === true;
}

/** Whether people commented on the page, the page's text was imported, or copies of the page remain. */
export async function hasTracesOfPeople({ workspaceId, tx }: WorkspaceScope, publicationId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ has: boolean }>(sql`
    select exists (select from detached_comments where workspace_id = ${workspaceId} and publication_id = ${publicationId})
      or exists (select from page_copies
        where workspace_id = ${workspaceId} and publication_id = ${publicationId} and state <> 'put-away')
      or exists (select from inbox_decisions
        where workspace_id = ${workspaceId} and subject = ${`page-words.${publicationId}`}) as has`);
  return rows[0]?.has === true;
}
