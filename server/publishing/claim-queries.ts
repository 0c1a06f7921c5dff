import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import { publications } from "../db/schema.ts";
import type { Database, WorkspaceScope } from "../db/workspace-scope.ts";
import { type PublicationRow, type RowChange, updatePublication, wherePublication } from "./queries.ts";

/**
 * When a publication may be claimed: its next attempt is due, it has no lease, and a call with an unknown outcome has had time to
 * finish.
 */
const claimableAt = (unresolvedWaitSeconds: number) => sql<Date>`greatest(
  ${publications.nextAttemptAt}, ${publications.leaseUntil},
  ${publications.intentAt} + make_interval(secs => ${unresolvedWaitSeconds}))`;

const isOpen = inArray(publications.state, ["queued", "in-flight"]);

/** Milliseconds until the publication may be claimed, by the database's clock; null if nothing is left to do. */
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
    .where(and(wherePublication(scope, id), isOpen));
  return row ? Math.max(0, Math.ceil(row.waitMs)) : null;
}

/**
 * Claims a due publication, with a lease as long as the wait for an unknown outcome. Returns null if it is not due, is done, or
 * another worker has it. Every later write names this claim's fence.
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
    .where(and(wherePublication(scope, id), isOpen, sql`${claimableAt(unresolvedWaitSeconds)} <= clock_timestamp()`))
    .returning();
  return row ?? null;
}

/** Returns false, and writes nothing, if another worker has claimed the publication since. */
export async function writeFenced(
  scope: WorkspaceScope,
  claimed: Pick<PublicationRow, "id" | "fence">,
  change: RowChange,
): Promise<boolean> {
  const written = await scope.tx
    .update(publications)
    .set({ interruptions: 0, ...change, updatedAt: sql`now()` })
    .where(and(wherePublication(scope, claimed.id), eq(publications.fence, claimed.fence)))
    .returning({ id: publications.id });
  return written.length === 1;
}

/** Lists due publications of all workspaces, oldest first. The scheduled job enqueues those whose job was lost. */
export function listDuePublications(db: Database, limit: number) {
  return db
    .select({ workspaceId: publications.workspaceId, id: publications.id })
    .from(publications)
    .where(and(isOpen, lte(publications.nextAttemptAt, sql`now()`)))
    .orderBy(asc(publications.nextAttemptAt))
    .limit(limit);
}

/** The time in this many milliseconds, by the database's clock. */
export const computeMoment = (milliseconds: number) => sql`now() + make_interval(secs => ${milliseconds / 1000})`;

/** The current time by the database's clock. */
export const DATABASE_NOW = sql`now()`;

/** The time at which an edit of the page was noticed, as exact as JavaScript reads it. */
export const EDIT_NOTICED = sql`date_trunc('milliseconds', now())`;

/** The row's change before a call goes out: its outcome is unknown until the answer is stored. */
export const OPEN_INTENT = {
  state: "in-flight" as const,
  intentAt: DATABASE_NOW,
  firstIntentAt: sql`coalesce(first_intent_at, now())`,
};

/** True if the version, or something else on the page, has changed since the attempt read it. */
const isWantedAgain = ({ requests }: PublicationRow, version: number) =>
  sql`(${version}::int < wanted_version or requests <> ${requests}::int)`;

/** The state after a version was written: published, or queued if the page was requested again meanwhile. */
export const chooseStateAfter = (
  claimed: PublicationRow,
  version: number,
  { needsLook, isHeld }: { needsLook: boolean; isHeld: boolean },
) => ({
  state: sql`case when ${isWantedAgain(claimed, version)} then 'queued'
    else ${isHeld ? "held" : needsLook ? "conflict" : "published"} end`,
  retracts: sql`${isWantedAgain(claimed, version)} and retracts`,
});

/** Marks the outcome of a call as unknown again, because it may have arrived. A running attempt can then store nothing. */
export async function reopenOutcome(scope: WorkspaceScope, id: string): Promise<void> {
  await updatePublication(scope, id, { ...OPEN_INTENT, fence: sql`fence + 1`, leaseUntil: null });
}
