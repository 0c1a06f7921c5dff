import pg from "pg";

/** The product's login role. It owns the database and has no other right, so no statement reaches files or programs. */
export const LOGIN_ROLE = "lorekeep_owner";

/** Creates the login role and the role of row-level security. Migrations also create the latter, if they have the right to. */
const ROLES = `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${LOGIN_ROLE}') then create role ${LOGIN_ROLE} login; end if;
    if not exists (select from pg_roles where rolname = 'lorekeep_app') then
      create role lorekeep_app nologin nobypassrls;
    end if;
    grant lorekeep_app to ${LOGIN_ROLE};
  end $$`;

/**
 * Creates the database with the login role as its owner. A database of an earlier release, owned by the superuser, gets the new
 * owner completely or not at all. Call it under the folder lock, with a connection of the superuser.
 */
export async function ensureDatabase(superuser: pg.Client, database: string): Promise<void> {
  const { rows } = await superuser.query<{ owner: string }>(
    "select pg_get_userbyid(datdba) as owner from pg_database where datname = $1",
    [database],
  );
  if (rows[0]?.owner === LOGIN_ROLE) return;
  await superuser.query(ROLES);
  if (rows.length === 0) await superuser.query(`create database ${database} owner ${LOGIN_ROLE}`);
  else await handOver(superuser, database);
}

async function handOver({ host, port, user }: pg.Client, database: string): Promise<void> {
  const client = new pg.Client({ host, port, user, database, application_name: "lorekeep keeper" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("begin");
    await client.query("set local search_path = ''");
    await client.query(HAND_OVER);
    await client.query(`alter database ${database} owner to ${LOGIN_ROLE}`);
    await client.query("commit");
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Changes the owner of each object, because `reassign owned` refuses to work for the superuser that created the cluster.
 * Indexes and sequences follow their table; objects of an extension keep their owner.
 */
const HAND_OVER = `
  do $$
  declare
    own oid := (select oid from pg_catalog.pg_roles where rolname = current_user);
    item text;
  begin
    for item in
      with spaces as (
        select oid, nspname, nspowner from pg_catalog.pg_namespace
        where nspname !~ '^pg_' and nspname <> 'information_schema'
      ), tied as (
        select classid, objid, refclassid from pg_catalog.pg_depend
        where deptype = 'e' or (deptype in ('a', 'i') and refclassid = 'pg_catalog.pg_class'::regclass and refobjsubid > 0)
      )
      select format('schema %I', nspname) from spaces where nspowner = own
      union all
      select format('%s %s', case relkind when 'S' then 'sequence' when 'v' then 'view'
        when 'm' then 'materialized view' else 'table' end, c.oid::regclass)
      from pg_catalog.pg_class c join spaces s on s.oid = relnamespace
      where relowner = own and relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select from tied where classid = 'pg_catalog.pg_class'::regclass and objid = c.oid and
          (relkind = 'S' or refclassid = 'pg_catalog.pg_extension'::regclass))
      union all
      select format('routine %s', p.oid::regprocedure)
      from pg_catalog.pg_proc p join spaces s on s.oid = pronamespace
      where proowner = own and not exists (select from tied where classid = 'pg_catalog.pg_proc'::regclass and objid = p.oid)
      union all
      select format('type %s', t.oid::regtype)
      from pg_catalog.pg_type t join spaces s on s.oid = typnamespace
      where typowner = own and typtype in ('e', 'd', 'r')
        and not exists (select from tied where classid = 'pg_catalog.pg_type'::regclass and objid = t.oid)
    loop
      execute format('alter %s owner to ${LOGIN_ROLE}', item);
    end loop;
    if exists (select from pg_catalog.pg_default_acl where defaclrole = own) then
      alter default privileges for role ${LOGIN_ROLE} in schema public
        grant select, insert, update, delete on tables to lorekeep_app;
    end if;
  end $$`;
