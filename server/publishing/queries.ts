import { and, asc, eq, exists, inArray, lt, ne, or, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { articles, publications } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { notFound } from "../errors.ts";
import { isNeverCreated } from "./held-queries.ts";
import { REMOVAL_IN_REVIEW } from "./missing-page.ts";
import { isOfArticle, isOnTarget } from "./target-queries.ts";

export type PublicationRow = typeof publications.$inferSelect;

export type RowChange = Omit<PgUpdateSetSource<typeof publications>, "workspaceId" | "id">;

export const wherePublication = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(publications.workspaceId, workspaceId), eq(publications.id, id));

export async function getPublication(scope: WorkspaceScope, id: string): Promise<PublicationRow> {
  const [row] = await scope.tx.select().from(publications).where(wherePublication(scope, id));
  if (!row) throw notFound("publication");
  return row;
}

/**
 * Requests the article's newest version on the integration, or holds a publication without a page. A page that a person removed
 * is looked up and stays removed.
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
          when ${isHeld} and ${isNeverCreated} then 'held' else 'queued' end`,
        notice: sql`case when ${publications.state} <> 'forgotten' and ${isHeld} and ${isNeverCreated} then ${heldBecause}
          when ${publications.state} = 'held' and ${!isHeld} then null else ${publications.notice} end`,
        // The requested removal was ours, so an article that is shown again gets its page back.
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

/** Ignores the fence: for a person's choice, and for a worker that has learned that it was replaced. */
export async function updatePublication(scope: WorkspaceScope, id: string, change: RowChange): Promise<void> {
  await scope.tx
    .update(publications)
    .set({ ...change, updatedAt: sql`now()` })
    .where(wherePublication(scope, id));
}

/**
 * Requests the current version, due immediately, of every publication on the integration that waits, was given up, or fell behind
 * while it was switched off. A publication claimed by a worker stays claimed.
 */
export async function requeueStalled(
  scope: WorkspaceScope,
  integrationId: string,
): Promise<{ id: string; articleId: string }[]> {
  const { tx, workspaceId } = scope;
  const isStalled = and(
    isOnTarget(scope, integrationId),
    isOfArticle,
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
 * Marks that some of the article's text must leave its pages, whatever people edited beside it. The mark stays until that is
 * done, even if the article is shown again. The caller has locked the article.
 */
export async function setRetracts({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<void> {
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

/** Deletes requested pages that no call has tried to create; returns true if the article certainly has no page. */
export async function deleteUncreatedPages({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<boolean> {
  const ofArticle = and(eq(publications.workspaceId, workspaceId), eq(publications.articleId, articleId));
  const dropped = await tx
    .delete(publications)
    .where(and(ofArticle, isNeverCreated))
    .returning({ id: publications.id });
  return dropped.length > 0 && (await tx.$count(publications, ofArticle)) === 0;
}

export async function deletePublication(scope: WorkspaceScope, id: string): Promise<void> {
  await scope.tx.delete(publications).where(wherePublication(scope, id));
}
