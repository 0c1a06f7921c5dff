import { randomUUID } from "node:crypto";
import type pg from "pg";

/** A row generated from the database's description of its columns. */
export interface StoredRow {
  table: string;
  /** The primary key, as text. */
  key: Record<string, string>;
  /** The number of the migration after which it was inserted. */
  at: number;
}

interface Column {
  name: string;
  type: string;
  isArray: boolean;
  isRequired: boolean;
  hasDefault: boolean;
  /** The empty JSON value that fits the column's default, if it has one. */
  json: string;
  /** Values that an enum or a check constraint allows. */
  allowed: string[] | null;
}

interface ForeignKey {
  columns: string[];
  target: string;
  targets: string[];
}

interface Table {
  name: string;
  key: string[];
  columns: Column[];
  foreignKeys: ForeignKey[];
}

type Values = Record<string, unknown>;

/** Inserts a row into every table, with all columns if possible, otherwise with the required ones. */
export async function fillTables(client: pg.ClientBase, at: number): Promise<StoredRow[]> {
  const tables = await listTables(client);
  const made = new Map<string, Values>();
  const waiting = new Map(tables.map((table) => [table.name, table]));
  const rows: StoredRow[] = [];
  while (waiting.size > 0) {
    // A table that refers to another table waits for it. In a circle of references, nullable columns are left out.
    const isFree = (table: Table) =>
      table.foreignKeys.every(({ target }) => target === table.name || !waiting.has(target));
    const next = [...waiting.values()].find(isFree) ?? [...waiting.values()][0];
    if (!next) break;
    waiting.delete(next.name);
    const row = (await insert(client, next, made, true)) ?? (await insert(client, next, made, false));
    if (!row) throw new Error(`The table ${next.name} takes no row behind migration ${at}.`);
    made.set(next.name, row);
    rows.push({ table: next.name, at, key: Object.fromEntries(next.key.map((name) => [name, String(row[name])])) });
  }
  return rows;
}

async function insert(
  client: pg.ClientBase,
  table: Table,
  made: Map<string, Values>,
  isWhole: boolean,
): Promise<Values | null> {
  const wanted = table.columns.filter(({ isRequired, hasDefault }) => isWhole || (isRequired && !hasDefault));
  const values: Values = Object.fromEntries(wanted.map((column) => [column.name, valueOf(column)]));
  for (const { columns, target, targets } of table.foreignKeys) {
    // A check that allows one of several references is satisfied if one reference is left out completely.
    if (!columns[isWhole ? "some" : "every"]((name) => name in values)) continue;
    const row = made.get(target);
    for (const [index, name] of columns.entries()) {
      if (row) values[name] = row[targets[index] ?? ""];
      else if (!table.columns.find((column) => column.name === name)?.isRequired) values[name] = null;
    }
  }
  const names = Object.keys(values);
  const text = `insert into "${table.name}" (${names.map((name) => `"${name}"`).join(", ")})
    values (${names.map((_, index) => `$${index + 1}`).join(", ")}) returning ${table.columns.map(({ name }) => `"${name}"::text as "${name}"`).join(", ")}`;
  try {
    const { rows } = await client.query<Values>(text, Object.values(values));
    return rows[0] ?? null;
  } catch {
    return null;
  }
}

let count = 0;

function valueOf({ name, type, isArray, allowed, json }: Column): unknown {
  count += 1;
  if (isArray) return [];
  if (allowed) return allowed[count % allowed.length];
  if (type === "uuid") return randomUUID();
  if (type === "bool") return count % 2 === 0;
  if (/^(int|float|numeric)/.test(type)) return 1;
  if (/^(timestamp|date)/.test(type)) return new Date();
  if (type.startsWith("json")) return json;
  if (type === "bytea") return Buffer.from([count % 256]);
  return name.includes("email") ? `person-${count}@fill.example` : `text ${count}`;
}

async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name,
      coalesce((select array_agg(a.attname::text) from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary), '{}') as key,
      (select json_agg(json_build_object('name', a.attname, 'type', coalesce(e.typname, t.typname), 'isArray', t.typcategory = 'A',
          'isRequired', a.attnotnull, 'hasDefault', a.atthasdef,
          'json', case when (select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = c.oid and adnum = a.attnum) like '''{%' then '{}' else '[]' end,
          'allowed', coalesce((select json_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = t.oid),
            (select json_agg(m[1]) from pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') m
              where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
                and pg_get_constraintdef(k.oid) ~ '= ANY|^CHECK \\(\\(?\\(?\\w+ = ''')))
          order by a.attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = '') as columns,
      coalesce((select json_agg(json_build_object('target', f.relname,
          'columns', (select json_agg(a.attname order by o.n) from unnest(k.conkey) with ordinality o(num, n) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = o.num),
          'targets', (select json_agg(a.attname order by o.n) from unnest(k.confkey) with ordinality o(num, n) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = o.num)))
        from pg_constraint k join pg_class f on f.oid = k.confrelid where k.conrelid = c.oid and k.contype = 'f'), '[]') as "foreignKeys"
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`);
  return rows;
}
