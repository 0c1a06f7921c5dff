import { and, asc, eq, exists, inArray, lt, ne, or, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { articles, publications } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { notFound } from "../errors.ts";
import { whereNeverCreated } from "./held-queries.ts";
import { REMOVAL_IN_REVIEW } from "./missing-page.ts";
import { articleJoin, whereOnTarget } from "./target-queries.ts";

export type PublicationRow = typeof publications.$inferSelect;

export type PublicationChange = Omit<PgUpdateSetSource<typeof publications>, "workspaceId" | "id">;

export const wherePublication = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(publications.workspaceId, workspaceId), eq(publications.id, id));

export async function getPublication(scope: WorkspaceScope, id: string): Promise<PublicationRow> {
  const [row] = await scope.tx.select().from(publications).where(wherePublication(scope, id));
  if (!row) throw notFound("publication");
  return row;
}

/**
 * Requests the article's newest version on the integration. If the article is held and has no page, the publication is
 * held. A page that a person removed is only searched for and stays removed.
 */
export async function upsertPublication(
  { tx }: WorkspaceScope,
  wanted: Pick<PublicationRow, "workspaceId" | "id" | "articleId" | "integrationId" | "marker" | "wantedVersion">,
  { heldBecause, isShown }: { heldBecause: string | null; isShown: boolean },
): Promise<PublicationRow> {
  const isHeld = heldBecause !== null;
  const [row] = await tx
    .insert(publications)
    .values({ ...wanted, state: isHeld ? "held" : "queued", notice: heldBecause })
    .onConflictDoUpdate({
      target: [publications.workspaceId, publications.articleId, publications.integrationId],
      set: {
        wantedVersion: wanted.wantedVersion,
        requests: sql`${publications.requests} + 1`,
        state: sql`case when ${publications.state} in ('forgotten', 'in-flight') then ${publications.state}
          when ${isHeld} and ${whereNeverCreated} then 'held' else 'queued' end`,
        notice: sql`case when ${publications.state} <> 'forgotten' and ${isHeld} and ${whereNeverCreated} then ${heldBecause}
          when ${publications.state} = 'held' and ${!isHeld} then null else ${publications.notice} end`,
        // The product, not a person, requested the removal, so an article that is shown again gets its page back.
        ifGone: sql`case when ${isShown} and ${publications.notice} = ${REMOVAL_IN_REVIEW} then 'restore'
          when ${publications.state} = 'removed' and ${publications.notice} is not null then 'leave'
          else ${publications.ifGone} end`,
        attempts: 0,
        nextAttemptAt: sql`case when ${publications.state} = 'in-flight' then ${publications.nextAttemptAt} else now() end`,
        updatedAt: sql`now()`,
      },
    })
    .returning();
  if (!row) throw new Error("An upsert always returns its row");
  return row;
}

/**
 * Changes the row without regard to the fence. Used for a person's choice, and by a worker that knows that another
 * worker replaced it.
 */
export async function updatePublication(scope: WorkspaceScope, id: string, change: PublicationChange): Promise<void> {
  await scope.tx
    .update(publications)
    .set({ ...change, updatedAt: sql`now()` })
    .where(wherePublication(scope, id));
}

/**
 * Requests the current version, due immediately, of publications on the integration. They are those that wait, were
 * given up, or missed versions while the integration was switched off. A publication claimed by a worker stays claimed.
 */
export async function requeueStalled(
  scope: WorkspaceScope,
  integrationId: string,
): Promise<{ id: string; articleId: string }[]> {
  const { tx, workspaceId } = scope;
  const isStalled = and(
    whereOnTarget(scope, integrationId),
    articleJoin,
    or(
      inArray(publications.state, ["parked", "queued", "held"]),
      and(eq(publications.state, "published"), lt(publications.publishedVersion, articles.version)),
    ),
  );
  await tx
    .select({ id: articles.id })
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), exists(tx.select().from(publications).where(isStalled))))
    .orderBy(asc(articles.id))
    .for("update");
  return tx
    .update(publications)
    .set({
      state: "queued",
      wantedVersion: sql`${articles.version}`,
      attempts: 0,
      nextAttemptAt: sql`now()`,
      trouble: null,
      updatedAt: sql`now()`,
    })
    .from(articles)
    .where(isStalled)
    .returning({ id: publications.id, articleId: publications.articleId });
}

/** Lists the platform's ids of other articles' pages on the same integration. */
export async function listOtherPages(
  { workspaceId, tx }: WorkspaceScope,
  { id, integrationId }: Pick<PublicationRow, "id" | "integrationId">,
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ externalId: publications.externalId })
    .from(publications)
    .where(
      and(
        eq(publications.workspaceId, workspaceId),
        eq(publications.integrationId, integrationId),
        ne(publications.id, id),
      ),
    );
  return new Set(rows.flatMap(({ externalId }) => externalId ?? []));
}

/**
 * Marks that some of the article's text must leave its pages, even if people edited text beside it. The mark stays
 * until the text has left, even if the article is shown again. The caller has locked the article.
 */
export async function markPagesForRetraction({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<void> {
  await tx
    .update(publications)
    .set({ retracts: true })
    .where(and(eq(publications.workspaceId, workspaceId), eq(publications.articleId, articleId)));
}

export function lockPublicationsOf({ workspaceId, tx }: WorkspaceScope, articleId: string) {
  return tx
    .select({
      state: publications.state,
      externalId: publications.externalId,
      integrationId: publications.integrationId,
    })
    .from(publications)
    .where(and(eq(publications.workspaceId, workspaceId), eq(publications.articleId, articleId)))
    .for("update");
}

/** Deletes requested pages that no call has tried to create. Returns true if the article certainly has no page. */
export async function deleteUncreatedPages({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<boolean> {
  const ofArticle = and(eq(publications.workspaceId, workspaceId), eq(publications.articleId, articleId));
  const dropped = await tx
    .delete(publications)
    .where(and(ofArticle, whereNeverCreated))
    .returning({ id: publications.id });
  return dropped.length > 0 && (await tx.$count(publications, ofArticle)) === 0;
}

export async function deletePublication(scope: WorkspaceScope, id: string): Promise<void> {
  await scope.tx.delete(publications).where(wherePublication(scope, id));
}
