import { and, eq, inArray } from "drizzle-orm";
import { knowledgeIntegrations, pageCopies, publications } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { listPublicationsById } from "../library/articles/index.ts";

export type PageRow = Awaited<ReturnType<typeof listPages>>[number];
export type InboxPageCopyRow = Awaited<ReturnType<typeof listCopies>>[number];

/** Pages with the columns that a line of the inbox needs. */
export async function listPages(scope: WorkspaceScope, ids: string[]) {
  if (ids.length === 0) return [];
  const rows = await listPublicationsById(scope, ids);
  return rows.map(({ publication: { id, state, trouble, url }, ...integration }) => ({
    id,
    state,
    trouble,
    url,
    ...integration,
  }));
}

export async function listCopies({ workspaceId, tx }: WorkspaceScope, ids: string[]) {
  if (ids.length === 0) return [];
  return tx
    .select({
      id: pageCopies.id,
      title: pageCopies.title,
      url: pageCopies.url,
      integrationName: knowledgeIntegrations.name,
      platform: knowledgeIntegrations.type,
    })
    .from(pageCopies)
    .innerJoin(
      publications,
      and(eq(publications.workspaceId, pageCopies.workspaceId), eq(publications.id, pageCopies.publicationId)),
    )
    .innerJoin(
      knowledgeIntegrations,
      and(
        eq(knowledgeIntegrations.workspaceId, publications.workspaceId),
        eq(knowledgeIntegrations.id, publications.integrationId),
      ),
    )
    .where(and(eq(pageCopies.workspaceId, workspaceId), inArray(pageCopies.id, ids)));
}
