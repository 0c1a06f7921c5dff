import { type SQL, sql } from "drizzle-orm";
import type { WorkspaceScope } from "./workspace-scope.ts";

/**
 * Identifies what is stored in a row of `table`: PostgreSQL writes each change of a row to a new place (`ctid`) by a transaction with
 * a new number (`xmin`). The start of the server is in it because a standby that takes over may give numbers out again.
 */
export const versionOfRow = (table: SQL): SQL<string> =>
  sql<string>`concat_ws(' ', ${table}.xmin, ${table}.ctid, extract(epoch from pg_postmaster_start_time()))`;

/** A row that is wanted, in the version that the transaction sees. */
export interface WantedRow {
  id: string;
  version: string | null;
}

const MOST_KEPT = 1_000;

/**
 * Reads rows, and keeps the latest in this process by workspace, id and version: a row that did not change is neither read nor
 * parsed again, and stays the same object. `read` returns only what follows from the rows themselves. Whether the reader may see a
 * row is not asked here; ids and versions come from a query that asks it.
 */
export function keepRows<Row extends { id: string; version: string }>(
  read: (scope: WorkspaceScope, values: { ids: string[] }) => Promise<Row[]>,
): (scope: WorkspaceScope, wanted: readonly WantedRow[]) => Promise<Map<string, Row>> {
  const kept = new Map<string, Row>();
  return async (scope, wanted) => {
    const keyOf = ({ id, version }: WantedRow) => `${scope.workspaceId} ${id} ${version}`;
    const found = new Map<string, Row>();
    const missing = new Set<string>();
    for (const one of wanted) {
      const row = kept.get(keyOf(one));
      if (row) found.set(row.id, row);
      else missing.add(one.id);
    }
    if (missing.size === 0) return found;
    for (const row of await read(scope, { ids: [...missing] })) {
      found.set(row.id, row);
      kept.set(keyOf(row), row);
    }
    // A Map keeps insertion order, so the oldest come first.
    for (const key of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(key);
    }
    return found;
  };
}
