import { and, asc, eq, inArray, type SQL } from "drizzle-orm";
import { knowledgeIntegrations, publications } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

export const listPublications = (scope: WorkspaceScope, articleId: string) =>
  selectPublications(scope, eq(publications.articleId, articleId));

export const listPublicationsById = (scope: WorkspaceScope, ids: string[]) =>
  selectPublications(scope, inArray(publications.id, ids));

/** Selects the article's publications by creation time, each with its integration. */
function selectPublications({ workspaceId, tx }: WorkspaceScope, which: SQL) {
  return tx
    .select({
      publication: publications,
      integrationName: knowledgeIntegrations.name,
      platform: knowledgeIntegrations.type,
    })
    .from(publications)
    .innerJoin(
      knowledgeIntegrations,
      and(
        eq(knowledgeIntegrations.workspaceId, publications.workspaceId),
        eq(knowledgeIntegrations.id, publications.integrationId),
      ),
    )
    .where(and(eq(publications.workspaceId, workspaceId), which))
    .orderBy(asc(publications.createdAt));
}
