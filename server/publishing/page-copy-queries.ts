import { and, eq, inArray, sql } from "drizzle-orm";
import { newId } from "../db/new-id.ts";
import { pageCopies, publications } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

/** Ids of the copies about which a person was asked, including decided copies. */
export async function listCopies({ workspaceId, tx }: WorkspaceScope, publicationId: string): Promise<string[]> {
  const rows = await tx
    .select({ externalId: pageCopies.externalId })
    .from(pageCopies)
    .where(and(eq(pageCopies.workspaceId, workspaceId), eq(pageCopies.publicationId, publicationId)));
  return rows.map(({ externalId }) => externalId);
}

/** Lists the second copies of a page that people decided to archive, for an integration or one of its publications. */
export function listCopiesToArchive(
  { workspaceId, tx }: WorkspaceScope,
  integrationId: string,
  publicationId?: string,
) {
  return tx
    .select({ copy: pageCopies, articleId: publications.articleId })
    .from(pageCopies)
    .innerJoin(
      publications,
      and(eq(publications.workspaceId, pageCopies.workspaceId), eq(publications.id, pageCopies.publicationId)),
    )
    .where(
      and(
        eq(pageCopies.workspaceId, workspaceId),
        eq(publications.integrationId, integrationId),
        eq(pageCopies.state, "to-put-away"),
        publicationId === undefined ? undefined : eq(pageCopies.publicationId, publicationId),
      ),
    );
}

/** Inserts a copy unless its page is already known. */
export async function insertCopy(
  { workspaceId, tx }: WorkspaceScope,
  copy: { publicationId: string; externalId: string; title: string; url: string },
): Promise<void> {
  await tx
    .insert(pageCopies)
    .values({ workspaceId, id: newId(), ...copy })
    .onConflictDoNothing();
}

export type CopyRow = typeof pageCopies.$inferSelect;

export async function findCopy(scope: WorkspaceScope, id: string): Promise<CopyRow | null> {
  const one = and(eq(pageCopies.workspaceId, scope.workspaceId), eq(pageCopies.id, id));
  const [row] = await scope.tx.select().from(pageCopies).where(one);
  return row ?? null;
}

export async function setCopyState({ workspaceId, tx }: WorkspaceScope, id: string, state: CopyRow["state"]) {
  await tx
    .update(pageCopies)
    .set({ state })
    .where(and(eq(pageCopies.workspaceId, workspaceId), eq(pageCopies.id, id)));
}

/** Ids of pages that people decided to keep. Such a page is never used as an article's page. */
export async function listKeptCopies({ workspaceId, tx }: WorkspaceScope, publicationId: string): Promise<string[]> {
  const rows = await tx
    .select({ externalId: pageCopies.externalId })
    .from(pageCopies)
    .where(
      and(
        eq(pageCopies.workspaceId, workspaceId),
        eq(pageCopies.publicationId, publicationId),
        inArray(pageCopies.state, ["asked", "kept"]),
      ),
    );
  return rows.map(({ externalId }) => externalId);
}

/** SQL condition: the publication has copies to archive. */
export const whereCopiesToArchive = sql`exists (select from page_copies c where c.workspace_id = publications.workspace_id
  and c.publication_id = publications.id and c.state = 'to-put-away')`;
