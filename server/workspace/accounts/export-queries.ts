import { getTableColumns, getTableName, type SQLWrapper, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { ReaderScope } from "../../db/audience.ts";
import type { ExportedTable } from "./exported-table-queries.ts";

export function listExportedColumns({ table, without = [] }: ExportedTable): Record<string, PgColumn> {
  const all = Object.entries(getTableColumns(table) as Record<string, PgColumn>);
  return Object.fromEntries(all.filter(([name]) => name !== "workspaceId" && !without.includes(name)));
}

/** Columns of the primary key without the workspace. Rows are read in the order of these columns. */
function keyWithin(table: PgTable): PgColumn[] {
  const { primaryKeys, columns } = getTableConfig(table);
  const names = new Set(primaryKeys[0]?.columns.map(({ name }) => name));
  return columns.filter(({ name, primary }) => name !== "workspace_id" && (primary || names.has(name)));
}

export interface ExportedRow {
  row: Record<string, unknown>;
  key: string[];
}

/** Lists the next rows in the order of the table's key. */
export function listRowsAfter(
  scope: ReaderScope,
  exported: ExportedTable,
  { after, limit }: { after: string[] | null; limit: number },
): Promise<ExportedRow[]> {
  const { tx, workspaceId } = scope;
  const { table } = exported;
  const key = keyWithin(table);
  const list = (parts: SQLWrapper[]) => sql.join(parts, sql`, `);
  const isNext =
    after && key.length > 0
      ? sql`(${list(key)}) > (${list(key.map((column, at) => sql`${after[at]}::${sql.raw(column.getSQLType())}`))})`
      : sql`true`;
  return tx
    .select({
      row: listExportedColumns(exported),
      key: sql<string[]>`array[${list(key.map((column) => sql`${column}::text`))}]::text[]`,
    })
    .from(table)
    .where(
      sql`${sql.identifier(getTableName(table))}.workspace_id = ${workspaceId} and ${isNext} and ${exported.isFor?.(scope) ?? sql`true`}`,
    )
    .orderBy(...key)
    .limit(limit);
}
