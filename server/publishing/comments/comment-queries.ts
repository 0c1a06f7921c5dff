import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { detachedComments } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

/** Inserts detached comments and returns the number of new ones. */
export async function storeDetachedComments(
  { workspaceId, tx }: WorkspaceScope,
  publicationId: string,
  externalIds: string[],
): Promise<number> {
  const { rowCount } = await tx
    .insert(detachedComments)
    .values(externalIds.map((externalId) => ({ workspaceId, publicationId, externalId })))
    .onConflictDoNothing();
  return rowCount ?? 0;
}

const whereOfPublication = ({ workspaceId }: WorkspaceScope, publicationId: string) =>
  and(eq(detachedComments.workspaceId, workspaceId), eq(detachedComments.publicationId, publicationId));

/** Counts the comments that nobody has marked as seen, by publication. */
export async function countUnseenComments(
  { workspaceId, tx }: WorkspaceScope,
  publicationIds: string[],
): Promise<Map<string, number>> {
  if (publicationIds.length === 0) return new Map();
  const rows = await tx
    .select({ id: detachedComments.publicationId, count: sql<number>`count(*)::int` })
    .from(detachedComments)
    .where(
      and(
        eq(detachedComments.workspaceId, workspaceId),
        inArray(detachedComments.publicationId, publicationIds),
        isNull(detachedComments.seenAt),
      ),
    )
    .groupBy(detachedComments.publicationId);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Returns the platform's ids of the comments it marked. */
export async function markCommentsSeen(scope: WorkspaceScope, publicationId: string): Promise<string[]> {
  const rows = await scope.tx
    .update(detachedComments)
    .set({ seenAt: sql`now()` })
    .where(and(whereOfPublication(scope, publicationId), isNull(detachedComments.seenAt)))
    .returning({ externalId: detachedComments.externalId });
  return rows.map(({ externalId }) => externalId);
}

export async function markCommentsUnseen(scope: WorkspaceScope, publicationId: string, ids: string[]): Promise<void> {
  await scope.tx
    .update(detachedComments)
    .set({ seenAt: null })
    .where(and(whereOfPublication(scope, publicationId), inArray(detachedComments.externalId, ids)));
}
