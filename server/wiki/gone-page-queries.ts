import { and, eq, inArray, sql } from "drizzle-orm";
import { wikiPages, wikiReadings } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

export type VisiblePage = Awaited<ReturnType<typeof listVisiblePages>>[number];

/** Lists what a platform needs to say whether pages are still there. */
export function listVisiblePages({ workspaceId, tx }: WorkspaceScope, ids: string[]) {
  const { id, integrationId, externalId, above } = wikiPages;
  return tx
    .select({ id, integrationId, externalId, above, places: wikiReadings.places })
    .from(wikiPages)
    .innerJoin(
      wikiReadings,
      and(eq(wikiReadings.workspaceId, wikiPages.workspaceId), eq(wikiReadings.integrationId, wikiPages.integrationId)),
    )
    .where(and(eq(wikiPages.workspaceId, workspaceId), inArray(id, ids)));
}

/** Hides pages like restricted ones: they lose title and words, and are read again when the platform lists them for everybody. */
export async function hidePages({ workspaceId, tx }: WorkspaceScope, ids: string[]): Promise<void> {
  await tx.execute(sql`
    with hidden as (
      update wiki_pages set readers = 'restricted', title = '', url = '', edited_at = null, edited_by = null, read_version = null, containers = '{}',
        terms = '{}', is_due = false, is_ours = false, trouble = null
      where workspace_id = ${workspaceId} and id = any(${sql.param(ids)}::uuid[]) returning id)
    delete from wiki_statements s using hidden where s.workspace_id = ${workspaceId} and s.page_id = hidden.id`);
}
