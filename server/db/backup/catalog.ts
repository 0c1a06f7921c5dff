import type pg from "pg";
import type { BackupTable } from "./file-format.ts";

/** Reads the structure of the database from PostgreSQL's own catalog, so that a new table needs no change in this file. */

/**
 * Tables that each installation fills at its start (`schema/installation.ts`); their rows are useless to another installation.
 */
const OF_THE_INSTALLATION = ["call_clocks", "key_checks", "scheduled_jobs", "setting_defaults", "workers"];

/** The product's tables with their stored columns. Generated columns are left out, because PostgreSQL derives them. */
export async function listTables(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1::text[])
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by c.relname
    order by c.relname`,
    [OF_THE_INSTALLATION],
  );
  return rows;
}

export async function listSequences(client: pg.Client): Promise<{ name: string; last: string | null }[]> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1",
  );
  return rows;
}

/** The hashes of the applied migrations, oldest first. */
export async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name");
  if (found[0]?.name === null) return [];
  const { rows } = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by created_at, id",
  );
  return rows.map(({ hash }) => hash);
}

/** Statements that disable triggers and constraints while rows arrive in any order, and statements that enable both again. */
export async function listConstraintSwitches(client: pg.Client): Promise<{ lift: string[]; restore: string[] }> {
  const { rows } = await client.query<{ lift: string; restore: string }>(`
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as lift,
           format('alter table %s enable %s trigger %I', tgrelid::regclass,
                  case tgenabled when 'R' then 'replica' when 'A' then 'always' else '' end, tgname) as restore
    from pg_trigger join pg_class c on c.oid = tgrelid
    where not tgisinternal and tgenabled <> 'D' and c.relnamespace = 'public'::regnamespace
    union all
    select format('alter table %s alter constraint %I deferrable initially deferred', conrelid::regclass, conname),
           format('alter table %s alter constraint %I not deferrable', conrelid::regclass, conname)
    from pg_constraint
    where contype = 'f' and not condeferrable and conparentid = 0 and connamespace = 'public'::regnamespace`);
  return { lift: rows.map((row) => row.lift), restore: rows.map((row) => row.restore) };
}

export function quoteTable(name: string): string {
  return `public.${quoteName(name)}`;
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
