import type pg from "pg";
import { newId } from "../../../db/new-id.ts";

interface Column {
  name: string;
  type: string;
  isRequired: boolean;
}

interface Link {
  table: string;
  columns: string[];
  target: string;
  targetColumns: string[];
}

/** Lists the tables that hold rows of workspaces, from the database's catalog. */
export async function listWorkspaceTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = 'public' and c.column_name = 'workspace_id' and t.table_type = 'BASE TABLE' order by 1`);
  return rows.map(({ name }) => name);
}

/**
 * Inserts at least one row into every table of the workspace, including tables that future releases add. References to people
 * point to this person, and references to channels to a channel where possible.
 */
export async function fillEveryTable(
  pool: pg.Pool,
  { workspaceId, userId, email }: { workspaceId: string; userId: string; email: string },
): Promise<void> {
  const links = await readLinks(pool);
  let left = await emptyTables(pool, workspaceId);
  while (left.length > 0) {
    const before = left.length;
    for (const table of left) await fill(table);
    left = await emptyTables(pool, workspaceId);
    if (left.length === before) throw new Error(`No row could be made in: ${left.join(", ")}`);
  }

  async function fill(table: string): Promise<void> {
    const values = new Map<string, unknown>();
    for (const { name, type, isRequired } of await readColumns(pool, table)) {
      if (isRequired || /_by$|^(?:email|channel_id|other_id)$/.test(name)) values.set(name, valueOf(name, type));
    }
    values.set("workspace_id", workspaceId);
    for (const link of links.filter((one) => one.table === table && one.columns.every((name) => values.has(name)))) {
      const own = link.target === "workspaces" ? "id" : "workspace_id";
      const { rows } = await pool.query(`select * from ${link.target} where ${own} = $1 limit 1`, [workspaceId]);
      if (!rows[0]) return;
      link.columns.forEach((name, at) => values.set(name, rows[0][link.targetColumns[at] ?? ""]));
    }
    const names = [...values.keys()];
    await pool.query(
      `insert into ${table} (${names.map((name) => `"${name}"`).join(", ")})
       values (${names.map((_, at) => `$${at + 1}`).join(", ")})`,
      [...values.values()],
    );
  }

  function valueOf(name: string, type: string): unknown {
    if (name === "email") return email;
    if (name === "url") return `https://acme.example/${newId()}`;
    if (type === "uuid") return /user|_by$/.test(name) ? userId : newId();
    if (type === "jsonb") return "{}";
    if (type === "ARRAY") return [];
    if (type === "boolean") return true;
    if (type.startsWith("timestamp")) return new Date();
    if (type === "integer" || type === "bigint" || type === "real") return 1;
    return `${name}-${newId()}`;
  }
}

async function emptyTables(pool: pg.Pool, workspaceId: string): Promise<string[]> {
  const empty: string[] = [];
  for (const table of await listWorkspaceTables(pool)) {
    const { rowCount } = await pool.query(`select from ${table} where workspace_id = $1 limit 1`, [workspaceId]);
    if (rowCount === 0) empty.push(table);
  }
  return empty;
}

async function readColumns(pool: pg.Pool, table: string): Promise<Column[]> {
  const { rows } = await pool.query<Column>(
    `select column_name as name, data_type as type, is_nullable = 'NO' and column_default is null as "isRequired"
     from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  );
  return rows;
}

async function readLinks(pool: pg.Pool): Promise<Link[]> {
  const names = (relation: string, keys: string) =>
    `array(select a.attname::text from unnest(${keys}) with ordinality k(number, place)
      join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.number order by k.place)`;
  const { rows } = await pool.query<Link>(`
    select conrelid::regclass::text as "table", confrelid::regclass::text as target,
      ${names("conrelid", "conkey")} as columns, ${names("confrelid", "confkey")} as "targetColumns"
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  return rows;
}
