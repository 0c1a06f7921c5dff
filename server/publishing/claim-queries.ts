import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import { publications } from "../db/schema.ts";
import type { Database, WorkspaceScope } from "../db/workspace-scope.ts";
import { type PublicationChange, type PublicationRow, updatePublication, wherePublication } from "./queries.ts";

/**
 * The earliest time at which a publication may be claimed. Its next attempt is due, its lease is over, and a call with
 * an unknown outcome has had time to finish.
 */
const claimableAt = (unresolvedWaitSeconds: number) => sql<Date>`greatest(
  ${publications.nextAttemptAt}, ${publications.leaseUntil},
  ${publications.intentAt} + make_interval(secs => ${unresolvedWaitSeconds}))`;

const whereUnfinished = inArray(publications.state, ["queued", "in-flight"]);

/** Milliseconds until the publication may be claimed, by the database's clock; null if no work is left. */
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
    .where(and(wherePublication(scope, id), whereUnfinished));
  return row ? Math.max(0, Math.ceil(row.waitMs)) : null;
}

/**
 * Claims a due publication. The lease lasts as long as the wait for an unknown outcome. Returns null if the publication
 * is not due, is done, or is claimed by another worker. Every later write names this claim's fence.
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
      interruptions: sql`${publications.interruptions} + 1`,
      leaseUntil: sql`now() + make_interval(secs => ${unresolvedWaitSeconds})`,
    })
    .where(
      and(
        wherePublication(scope, id),
        whereUnfinished,
        sql`${claimableAt(unresolvedWaitSeconds)} <= clock_timestamp()`,
      ),
    )
    .returning();
  return row ?? null;
}

/** Returns false, and writes nothing, if another worker has claimed the publication since this claim. */
export async function updateClaimedPublication(
  scope: WorkspaceScope,
  claimed: Pick<PublicationRow, "id" | "fence">,
  change: PublicationChange,
): Promise<boolean> {
  const written = await scope.tx
    .update(publications)
    .set({ interruptions: 0, updatedAt: sql`now()`, ...change })
    .where(and(wherePublication(scope, claimed.id), eq(publications.fence, claimed.fence)))
    .returning({ id: publications.id });
  return written.length === 1;
}

/**
 * Lists due publications of all workspaces, oldest first. The scheduled job enqueues each publication whose job was
 * lost.
 */
export function listDuePublications(db: Database, limit: number) {
  return db
    .select({ workspaceId: publications.workspaceId, id: publications.id })
    .from(publications)
    .where(and(whereUnfinished, lte(publications.nextAttemptAt, sql`now()`)))
    .orderBy(asc(publications.nextAttemptAt))
    .limit(limit);
}

/** The time that is this many milliseconds away, by the database's clock. */
export const computeTimeAfter = (milliseconds: number) => sql`now() + make_interval(secs => ${milliseconds / 1000})`;

/** The current time by the database's clock. */
export const DATABASE_NOW = sql`now()`;

/** The time at which a person's edit of the page was noticed, rounded to JavaScript's milliseconds. */
export const EDIT_NOTICED_NOW = sql`date_trunc('milliseconds', now())`;

/** Row change before a call goes out: its outcome is unknown until the answer is stored. */
export const OPEN_INTENT_VALUES = {
  state: "in-flight" as const,
  intentAt: DATABASE_NOW,
  firstIntentAt: sql`coalesce(first_intent_at, now())`,
};

/** SQL condition: a newer version is wanted, or the page was requested again, since the attempt read the row. */
const whereWantedAgain = ({ requests }: PublicationRow, version: number) =>
  sql`(${version}::int < wanted_version or requests <> ${requests}::int)`;

/** The state after a version was written: published, or queued if the page was requested again during the attempt. */
export const chooseStateAfterWriting = (
  claimed: PublicationRow,
  version: number,
  { needsLook, isHeld }: { needsLook: boolean; isHeld: boolean },
) => ({
  state: sql`case when ${whereWantedAgain(claimed, version)} then 'queued'
    else ${isHeld ? "held" : needsLook ? "conflict" : "published"} end`,
  retracts: sql`${whereWantedAgain(claimed, version)} and retracts`,
});

/**
 * Marks a call's outcome as unknown again, because the call may have arrived. A running attempt can then store nothing.
 */
export async function markOutcomeUnknown(scope: WorkspaceScope, id: string): Promise<void> {
  await updatePublication(scope, id, { ...OPEN_INTENT_VALUES, fence: sql`fence + 1`, leaseUntil: null });
}
