import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/**
 * A table used as a queue: a worker that claims a row moves `nextAttemptAt` into the future, so that no other worker
 * claims it before then.
 */
type LeasedTable = PgTable & { workspaceId: PgColumn; id: PgColumn; attempts: PgColumn; nextAttemptAt: PgColumn };

/** The columns a worker sets to claim a row for `leaseSeconds`. `attempts` then tells its lease from every other. */
export const leaseColumns = ({ attempts }: LeasedTable, leaseSeconds: number) => ({
  attempts: sql`${attempts} + 1`,
  nextAttemptAt: sql`now() + make_interval(secs => ${leaseSeconds})`,
});

/** Selects, over all workspaces, the waiting row that is due longest and that no other worker is claiming. */
export const isLongestDue = (table: LeasedTable, waits: SQL): SQL => sql`
  (${table.workspaceId}, ${table.id}) = (
    select ${table.workspaceId}, ${table.id} from ${table} where ${waits} and ${table.nextAttemptAt} <= now()
    order by ${table.nextAttemptAt} limit 1 for update skip locked)`;
