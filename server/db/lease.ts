import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/** Rows that wait for a worker: whoever takes one moves `nextAttemptAt` on, so that nobody else takes it before then. */
type LeasedTable = PgTable & { workspaceId: PgColumn; id: PgColumn; attempts: PgColumn; nextAttemptAt: PgColumn };

/** What a worker sets that takes a row for so long. `attempts` then tells its lease from every other. */
export const leased = ({ attempts }: LeasedTable, leaseSeconds: number) => ({
  attempts: sql`${attempts} + 1`,
  nextAttemptAt: sql`now() + make_interval(secs => ${leaseSeconds})`,
});

/** The row, over all workspaces, that is due longest of those that wait and that no other worker is taking. */
export const isLongestDue = (table: LeasedTable, waits: SQL): SQL => sql`
  (${table.workspaceId}, ${table.id}) = (
    select ${table.workspaceId}, ${table.id} from ${table} where ${waits} and ${table.nextAttemptAt} <= now()
    order by ${table.nextAttemptAt} limit 1 for update skip locked)`;
