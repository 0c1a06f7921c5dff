import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { articles, knowledgeIntegrations, publications } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import { notFound } from "../../errors.ts";

export type PublicationRow = typeof publications.$inferSelect;
type Change = Omit<PgUpdateSetSource<typeof publications>, "workspaceId" | "id">;

const isPublication = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(publications.workspaceId, workspaceId), eq(publications.id, id));

export async function getPublication(scope: WorkspaceScope, id: string): Promise<PublicationRow> {
  const [row] = await scope.tx.select().from(publications).where(isPublication(scope, id));
  if (!row) throw notFound("publication");
  return row;
}

export async function findPublication(scope: WorkspaceScope, id: string): Promise<PublicationRow | null> {
  const [row] = await scope.tx.select().from(publications).where(isPublication(scope, id));
  return row ?? null;
}

/** Wants the article's newest version on the integration; a page that a person removed is left removed. */
export async function upsertPublication(
  { tx }: WorkspaceScope,
  wanted: Pick<PublicationRow, "workspaceId" | "id" | "articleId" | "integrationId" | "marker" | "wantedVersion">,
): Promise<PublicationRow> {
  const [row] = await tx
    .insert(publications)
    .values({ ...wanted, state: "queued" })
    .onConflictDoUpdate({
      target: [publications.workspaceId, publications.articleId, publications.integrationId],
      set: {
        wantedVersion: wanted.wantedVersion,
        state: sql`case when ${publications.state} in ('removed', 'in-flight') then ${publications.state} else 'queued' end`,
        attempts: 0,
        nextAttemptAt: sql`case when ${publications.state} = 'in-flight' then ${publications.nextAttemptAt} else now() end`,
        updatedAt: sql`now()`,
      },
    })
    .returning();
  if (!row) throw new Error("An upsert always returns its row");
  return row;
}

/** When a publication may be claimed: its time has come, nobody has it, and a call with an open outcome has landed or died. */
const claimableAt = (unresolvedWaitSeconds: number) => sql<Date>`greatest(
  ${publications.nextAttemptAt}, ${publications.leaseUntil},
  ${publications.intentAt} + make_interval(secs => ${unresolvedWaitSeconds}))`;

const isOpen = inArray(publications.state, ["queued", "in-flight"]);

/** Milliseconds until it may be claimed, by the database's clock; null when nothing is left to do. */
export async function findWaitMs(
  scope: WorkspaceScope,
  id: string,
  unresolvedWaitSeconds: number,
): Promise<number | null> {
  const [row] = await scope.tx
    .select({
      waitMs: sql<number>`(extract(epoch from ${claimableAt(unresolvedWaitSeconds)} - clock_timestamp()) * 1000)::float8`,
    })
    .from(publications)
    .where(and(isPublication(scope, id), isOpen));
  return row ? Math.max(0, Math.ceil(row.waitMs)) : null;
}

/**
 * Takes a due publication for as long as an open outcome is waited for. Null when it is not due, is done, or another worker
 * has it. Every later write names the fence it was claimed with.
 */
export async function claimPublication(
  scope: WorkspaceScope,
  id: string,
  unresolvedWaitSeconds: number,
): Promise<PublicationRow | null> {
  const [row] = await scope.tx
    .update(publications)
    .set({
      fence: sql`${publications.fence} + 1`,
      leaseUntil: sql`now() + make_interval(secs => ${unresolvedWaitSeconds})`,
    })
    .where(and(isPublication(scope, id), isOpen, sql`${claimableAt(unresolvedWaitSeconds)} <= clock_timestamp()`))
    .returning();
  return row ?? null;
}

/** False when another worker has claimed it since: then nothing was written. */
export async function writeFenced(
  scope: WorkspaceScope,
  claimed: Pick<PublicationRow, "id" | "fence">,
  change: Change,
): Promise<boolean> {
  const written = await scope.tx
    .update(publications)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(isPublication(scope, claimed.id), eq(publications.fence, claimed.fence)))
    .returning({ id: publications.id });
  return written.length === 1;
}

/** By the database's clock. */
export const inMs = (milliseconds: number) => sql`now() + make_interval(secs => ${milliseconds / 1000})`;

/** Without regard to the fence: for a person's choice, and for a worker that found out it had been replaced. */
export async function updatePublication(scope: WorkspaceScope, id: string, change: Change): Promise<void> {
  await scope.tx
    .update(publications)
    .set({ ...change, updatedAt: sql`now()` })
    .where(isPublication(scope, id));
}

/** Two publications of an article that end at the same moment settle its status one after the other. */
export async function lockArticle({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<void> {
  await tx
    .select({ id: articles.id })
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.id, articleId)))
    .for("update");
}

/** The publications of an article on integrations that are switched on. */
export function listActivePublications({ workspaceId, tx }: WorkspaceScope, articleId: string) {
  return tx
    .select({ state: publications.state, publishedVersion: publications.publishedVersion })
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

/** Articles that are, or are to be, on the integration. */
export async function listArticlesOn({ workspaceId, tx }: WorkspaceScope, integrationId: string): Promise<string[]> {
  const rows = await tx
    .select({ articleId: publications.articleId })
    .from(publications)
    .where(and(eq(publications.workspaceId, workspaceId), eq(publications.integrationId, integrationId)));
  return rows.map(({ articleId }) => articleId);
}

export async function listParkedOf({ workspaceId, tx }: WorkspaceScope, integrationId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: publications.id })
    .from(publications)
    .where(
      and(
        eq(publications.workspaceId, workspaceId),
        eq(publications.integrationId, integrationId),
        eq(publications.state, "parked"),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Over all workspaces: what waits for a worker, oldest first. For the sweep that gives lost jobs back. */
export function listDuePublications(db: Database, limit: number) {
  return db
    .select({ workspaceId: publications.workspaceId, id: publications.id })
    .from(publications)
    .where(and(isOpen, lte(publications.nextAttemptAt, sql`now()`)))
    .orderBy(asc(publications.nextAttemptAt))
    .limit(limit);
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
