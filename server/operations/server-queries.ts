import type pg from "pg";

/** Facts about the database server, and our database user's rights on it. */
export interface ServerFacts {
  version: string;
  number: string;
  encoding: string;
  /** The database's clock, in milliseconds since 1970. */
  now: string;
  superuser: boolean;
  makes_roles: boolean;
  creates: boolean;
  connections: string;
}

export async function readServerFacts(pool: pg.Pool): Promise<ServerFacts> {
  const { rows } = await pool.query<ServerFacts>(
    `select current_setting('server_version') as version, current_setting('server_version_num') as number,
       current_setting('server_encoding') as encoding, (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now,
       (select rolsuper from pg_roles where rolname = current_user) as superuser,
       (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as makes_roles,
       has_schema_privilege('public', 'create') as creates, current_setting('max_connections') as connections`,
  );
  const [facts] = rows;
  if (!facts) throw new Error("The database answers nothing.");
  return facts;
}

/**
 * Identifies the server by its start time and the database by its name. The limits are in the form in which the server
 * prints them.
 */
export async function readServerLimits(pool: pg.Pool): Promise<{ place: string; limits: string }> {
  const { rows } = await pool.query<{ place: string; limits: string }>(
    `select pg_postmaster_start_time() || ' ' || current_database() as place, concat_ws(', ',
       current_setting('statement_timeout'), current_setting('lock_timeout'),
       current_setting('idle_in_transaction_session_timeout')) as limits`,
  );
  return rows[0] ?? { place: "", limits: "" };
}

/** Reads the size of the database in bytes. */
export async function readDatabaseSize(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
  return Number(rows[0]?.bytes ?? 0);
}
