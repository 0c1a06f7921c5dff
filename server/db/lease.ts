import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/**
 * A table used as a queue. A worker that claims a row moves the row's `nextAttemptAt` into the future, so that no other worker
 * claims the row before that time.
 */
type LeasedTable = PgTable & { workspaceId: PgColumn; id: PgColumn; attempts: PgColumn; nextAttemptAt: PgColumn };

/**
 * The new values of the columns by which a worker claims a row for `leaseSeconds`. The new value of `attempts` identifies the
 * lease.
 */
export const leaseColumns = ({ attempts }: LeasedTable, leaseSeconds: number) => ({
  attempts: sql`${attempts} + 1`,
  nextAttemptAt: sql`now() + make_interval(secs => ${leaseSeconds})`,
});

/** SQL condition: of all workspaces' rows, this row has been due longest and no other worker is claiming it. */
export const whereLongestDue = (table: LeasedTable, waits: SQL): SQL => sql`
  (${table.workspaceId}, ${table.id}) = (
    select ${table.workspaceId}, ${table.id} from ${table} where ${waits} and ${table.nextAttemptAt} <= now()
    order by ${table.nextAttemptAt} limit 1 for update skip locked)`;
