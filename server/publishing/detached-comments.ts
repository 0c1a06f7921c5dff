import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { quoted, recordActivity } from "../activity/index.ts";
import { detachedComments } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import type { PublicationRow } from "./queries.ts";

const isOf = ({ workspaceId }: WorkspaceScope, publicationId: string) =>
  and(eq(detachedComments.workspaceId, workspaceId), eq(detachedComments.publicationId, publicationId));

/** Tells of comments whose words the article changes, of each once: in the inbox and in the log. */
export async function tellOfComments(
  deps: Pick<Deps, "events">,
  scope: WorkspaceScope,
  row: Pick<PublicationRow, "id" | "articleId">,
  { ids, title, integration }: { ids: string[]; title: string; integration: { id: string; name: string } },
): Promise<void> {
  if (ids.length === 0) return;
  const news = await scope.tx
    .insert(detachedComments)
    .values(ids.map((externalId) => ({ workspaceId: scope.workspaceId, publicationId: row.id, externalId })))
    .onConflictDoNothing()
    .returning({ externalId: detachedComments.externalId });
  if (news.length === 0) return;
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `${quoted(title)} changed the words that ${commentsAre(news.length)} about on its page in ${integration.name}.`,
    data: { articleId: row.articleId, integrationId: integration.id, integration: integration.name },
  });
  await deps.events.notify(scope, { type: "inbox" });
}

export const commentsAre = (count: number) => (count === 1 ? "a comment is" : `${count} comments are`);

/** How many nobody has seen yet, by publication. */
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

/** Answers which they were. */
export async function markCommentsSeen(scope: WorkspaceScope, publicationId: string): Promise<string[]> {
  const rows = await scope.tx
    .update(detachedComments)
    .set({ seenAt: sql`now()` })
    .where(and(isOf(scope, publicationId), isNull(detachedComments.seenAt)))
    .returning({ externalId: detachedComments.externalId });
  return rows.map(({ externalId }) => externalId);
}

export async function markCommentsUnseen(scope: WorkspaceScope, publicationId: string, ids: string[]): Promise<void> {
  await scope.tx
    .update(detachedComments)
    .set({ seenAt: null })
    .where(and(isOf(scope, publicationId), inArray(detachedComments.externalId, ids)));
}
