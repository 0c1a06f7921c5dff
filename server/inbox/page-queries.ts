import { and, eq, inArray } from "drizzle-orm";
import { knowledgeIntegrations, pageCopies, publications } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

export type PageRow = Awaited<ReturnType<typeof listPages>>[number];
export type CopyRow = Awaited<ReturnType<typeof listCopies>>[number];

export async function listPages({ workspaceId, tx }: WorkspaceScope, ids: string[]) {
  if (ids.length === 0) return [];
  return tx
    .select({
      id: publications.id,
      state: publications.state,
      trouble: publications.trouble,
      url: publications.url,
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
    .where(and(eq(publications.workspaceId, workspaceId), inArray(publications.id, ids)));
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
