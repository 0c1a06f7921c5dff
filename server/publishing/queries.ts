import { and, asc, eq, exists, inArray, lt, lte, ne, or, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { articles, knowledgeIntegrations, publications } from "../db/schema.ts";
import type { Database, WorkspaceScope } from "../db/workspace-scope.ts";
import { notFound } from "../errors.ts";
import { isOfArticle, isOn } from "./target-queries.ts";

export type PublicationRow = typeof publications.$inferSelect;

export type Change = Omit<PgUpdateSetSource<typeof publications>, "workspaceId" | "id">;

const isPublication = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(publications.workspaceId, workspaceId), eq(publications.id, id));

export async function getPublication(scope: WorkspaceScope, id: string): Promise<PublicationRow> {
  const [row] = await scope.tx.select().from(publications).where(isPublication(scope, id));
  if (!row) throw notFound("publication");
  return row;
}

/** Wants the article's newest version on the integration; a page that a person removed is looked for, and left removed. */
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
        state: sql`case when ${publications.state} in ('forgotten', 'in-flight') then ${publications.state} else 'queued' end`,
        ifGone: sql`case when ${publications.state} = 'removed' and ${publications.notice} is not null then 'leave'
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

/**
 * Two publications of an article that end at the same moment settle its status one after the other. Every transaction locks
 * the article before its publications, and no integration after either, or two of them wait for each other.
 */
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

/**
 * Wants everything on the integration that waits, was given up on, or was left behind while it was switched off: the article's
 * current version, at once. Whoever is at work on one of them keeps it.
 */
export async function requeueStalled(
  scope: WorkspaceScope,
  integrationId: string,
): Promise<{ id: string; articleId: string }[]> {
  const { tx, workspaceId } = scope;
  const isStalled = and(
    isOn(scope, integrationId),
    isOfArticle,
    or(
      inArray(publications.state, ["parked", "queued"]),
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

/** The pages of all other articles on the same integration, by the platform's ids. */
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

/** `retracts`: something of the article has to leave its pages, whatever people changed beside it. The article is locked. */
export async function setRetracts(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  retracts: boolean,
): Promise<void> {
  await tx
    .update(publications)
    .set({ retracts })
    .where(and(eq(publications.workspaceId, workspaceId), eq(publications.articleId, articleId)));
}

/** By the database's clock. */
export const NOW = sql`now()`;

/** A call is about to go out: until its answer is stored its outcome is open. */
export const INTENT = {
  state: "in-flight" as const,
  intentAt: NOW,
  firstIntentAt: sql`coalesce(first_intent_at, now())`,
};

/** After a version was written: over, unless a newer one is wanted by now. */
export const stateAfter = (version: number, { needsLook }: { needsLook: boolean }) => ({
  state: sql`case when ${version}::int < wanted_version then 'queued' else ${needsLook ? "conflict" : "published"} end`,
  retracts: sql`${version}::int < wanted_version and retracts`,
});

/** A call may have landed all the same: its outcome is open again, and an attempt under way may store nothing. */
export async function openOutcomeAgain(scope: WorkspaceScope, id: string): Promise<void> {
  await updatePublication(scope, id, { ...INTENT, fence: sql`fence + 1`, leaseUntil: null });
}

export function lockPublicationsOf({ workspaceId, tx }: WorkspaceScope, articleId: string) {
  return tx
    .select({ state: publications.state, externalId: publications.externalId })
    .from(publications)
    .where(and(eq(publications.workspaceId, workspaceId), eq(publications.articleId, articleId)))
    .for("update");
}

/** Wishes for pages that nobody has begun to make go; true when no page of the article exists or may exist. */
export async function dropUnmadePages({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<boolean> {
  const ofArticle = and(eq(publications.workspaceId, workspaceId), eq(publications.articleId, articleId));
  const isUnmade = sql`${publications.publishedVersion} is null and ${publications.externalId} is null
    and ${publications.intentAt} is null`;
  const dropped = await tx.delete(publications).where(and(ofArticle, isUnmade)).returning({ id: publications.id });
  return dropped.length > 0 && (await tx.$count(publications, ofArticle)) === 0;
}
