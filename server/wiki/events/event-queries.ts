import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { WikiEvent } from "../../../connectors/wiki-events.ts";
import { knowledgeIntegrations, wikiReadings } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";

/** A list of so many pages is asked for at each look; of a larger wiki the looks in between list what was edited. */
export const PAGES_PER_EVENT_READING = 5_000;

/** The next look: after the usual time, or in a minute when an event asked for one since this look began. */
export const computeNextReading = (lookStartedAt: Date, seconds: number) =>
  sql<Date>`now() + make_interval(secs => case when ${wikiReadings.lookAskedAt} > ${lookStartedAt} then 60 else ${seconds} end)`;

/** The database's time, with which events are recorded, in whole milliseconds. Read after a wait for a lock, it is later than the lock. */
export async function readDatabaseClock({ tx }: WorkspaceScope): Promise<Date> {
  const { rows } = await tx.execute<{ now: Date | string }>(
    sql`select date_trunc('milliseconds', clock_timestamp()) as now`,
  );
  return new Date(rows[0]?.now ?? Date.now());
}

const whereReading = ({ workspaceId }: WorkspaceScope, integrationId: string) =>
  and(eq(wikiReadings.workspaceId, workspaceId), eq(wikiReadings.integrationId, integrationId));

/** The active integration whose address ends with this key; searches all workspaces, because the request names none. */
export async function findReceiver(db: Database, key: string) {
  const [row] = await db
    .select({
      workspaceId: wikiReadings.workspaceId,
      integrationId: wikiReadings.integrationId,
      type: knowledgeIntegrations.type,
      grantId: knowledgeIntegrations.grantId,
      sealed: wikiReadings.eventsSealed,
      lastAt: wikiReadings.eventAt,
    })
    .from(wikiReadings)
    .innerJoin(
      knowledgeIntegrations,
      and(
        eq(knowledgeIntegrations.workspaceId, wikiReadings.workspaceId),
        eq(knowledgeIntegrations.id, wikiReadings.integrationId),
        eq(knowledgeIntegrations.isActive, true),
      ),
    )
    .where(eq(wikiReadings.eventsKey, key));
  return row ?? null;
}
export type EventReceiver = NonNullable<Awaited<ReturnType<typeof findReceiver>>>;

/** Begins anew with another address and secret, or ends it with null for both. */
export async function saveEventAddress(
  scope: WorkspaceScope,
  integrationId: string,
  { key, sealed }: { key: string | null; sealed: string | null },
): Promise<void> {
  await scope.tx
    .update(wikiReadings)
    .set({ eventsKey: key, eventsSealed: sealed, eventAt: null })
    .where(whereReading(scope, integrationId));
}

/** Stores the secret that the platform sent. Once an event was signed with it, no other takes its place. */
export async function saveWikiSecret(scope: WorkspaceScope, integrationId: string, sealed: string): Promise<void> {
  await scope.tx
    .update(wikiReadings)
    .set({ eventsSealed: sealed })
    .where(and(whereReading(scope, integrationId), isNotNull(wikiReadings.eventsKey), isNull(wikiReadings.eventAt)));
}

const lookUpReviews = ({ workspaceId, tx }: WorkspaceScope, integrationId: string) =>
  tx.execute(sql`
    update wiki_repairs r set next_attempt_at = now() from wiki_pages p
    where r.workspace_id = ${workspaceId} and r.state = 'in-review' and r.next_attempt_at > now()
      and p.workspace_id = ${workspaceId} and p.id = r.page_id and p.integration_id = ${integrationId}`);

/**
 * Makes known pages due, and brings the next look at the platform's list forward where other pages may have changed: one in a minute at most,
 * of a large wiki in so many minutes more. Returns true for the first event.
 */
export async function recordEvent(
  scope: WorkspaceScope,
  integrationId: string,
  { pageIds, hasOthers, hasReviews }: WikiEvent,
): Promise<boolean> {
  const { workspaceId, tx } = scope;
  const [before] = await tx.select().from(wikiReadings).where(whereReading(scope, integrationId)).for("update");
  if (!before) return false;
  // A merged request is a push, too.
  if (hasOthers || hasReviews) await lookUpReviews(scope, integrationId);
  const ids = sql.param(pageIds);
  const { rows } = await tx.execute<{ known: number; due: number; portions: number }>(sql`
    with known as (select id, readers <> 'restricted' and not is_ours as counts from wiki_pages
      where workspace_id = ${workspaceId} and integration_id = ${integrationId} and external_id = any(${ids}::text[])),
    due as (update wiki_pages p set is_due = true from known
      where p.workspace_id = ${workspaceId} and p.id = known.id and known.counts returning p.id)
    select (select count(*)::int from known) as known, (select count(*)::int from due) as due,
      greatest(1, ceil((select count(*) from wiki_pages where workspace_id = ${workspaceId} and integration_id = ${integrationId})
        / ${PAGES_PER_EVENT_READING}::real))::int as portions`);
  const { known = 0, due = 0, portions = 1 } = rows[0] ?? {};
  const looks = hasOthers || known < new Set(pageIds).size;
  const soon = sql`greatest(now(), coalesce(${wikiReadings.lookedAt} + make_interval(mins => ${portions}), now()))`;
  const lookDueAt = looks ? sql`least(${wikiReadings.lookDueAt}, ${soon})` : sql`${wikiReadings.lookDueAt}`;
  await tx
    .update(wikiReadings)
    .set({
      eventAt: sql`now()`,
      lookDueAt,
      dueAt: due > 0 ? sql`least(${wikiReadings.dueAt}, now())` : sql`least(${wikiReadings.dueAt}, ${lookDueAt})`,
      // The transaction may have begun before a look did for which it waited here.
      ...(looks && { lookAskedAt: sql`clock_timestamp()` }),
      ...(hasOthers && { looksAtAll: true }),
    })
    .where(whereReading(scope, integrationId));
  return before.eventAt === null;
}
