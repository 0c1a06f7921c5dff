import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/**
 * A table used as a queue: a worker that claims a row moves `nextAttemptAt` into the future, so that no other worker
 * claims it before then.
 */
type LeasedTable = PgTable & { workspaceId: PgColumn; id: PgColumn; attempts: PgColumn; nextAttemptAt: PgColumn };

/** The columns that claim a row for `leaseSeconds`. The new value of `attempts` identifies the lease. */
export const leaseColumns = ({ attempts }: LeasedTable, leaseSeconds: number) => ({
  attempts: sql`${attempts} + 1`,
  nextAttemptAt: sql`now() + make_interval(secs => ${leaseSeconds})`,
});

/** Selects, over all workspaces, the row that has been due longest and that no other worker is claiming. */
export const isLongestDue = (table: LeasedTable, waits: SQL): SQL => sql`
  (${table.workspaceId}, ${table.id}) = (
    select ${table.workspaceId}, ${table.id} from ${table} where ${waits} and ${table.nextAttemptAt} <= now()
    order by ${table.nextAttemptAt} limit 1 for update skip locked)`;
