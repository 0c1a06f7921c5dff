import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle, type NodePgDatabase, NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";

/** The whole database, with the owner's rights: for look-ups before a workspace is known (sign-in, scheduled jobs, migrations). */
export type Database = NodePgDatabase<Record<string, never>> & { $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/**
 * One workspace in one transaction. Every query of a feature takes it first: `tx` sees no other workspace's rows
 * (row-level security), and `workspaceId` is in every `where` all the same.
 */
export interface WorkspaceScope {
  readonly workspaceId: string;
  readonly tx: Transaction;
}

export function openDatabase(pool: pg.Pool): Database {
  return drizzle({ client: pool });
}

const appRole = new WeakMap<pg.Pool, Promise<boolean>>();

/** False when an administrator of a foreign server has not made the role; the start message says so. */
export function hasAppRole(db: Database): Promise<boolean> {
  let known = appRole.get(db.$client);
  if (!known) {
    known = db.$client
      .query("select 1 from pg_roles where rolname = 'lorekeep_app' and pg_has_role(current_user, oid, 'member')")
      .then(({ rowCount }) => rowCount === 1);
    known.catch(() => appRole.delete(db.$client));
    appRole.set(db.$client, known);
  }
  return known;
}

/** Takes part in the transactions of one request. */
export interface RequestWitness {
  /** Called in each transaction after its work, before it commits. */
  beforeCommit(scope: WorkspaceScope): Promise<void>;
  /** The transaction of that call has committed. */
  committed(): void;
}

const witnesses = new AsyncLocalStorage<RequestWitness>();

/** Whatever `work` starts, and what it starts in turn, has this witness. */
export const withWitness = <T>(witness: RequestWitness, work: () => T): T => witnesses.run(witness, work);

/** Runs `work` in one transaction that can see and change this workspace only. */
export async function inWorkspace<T>(
  db: Database,
  workspaceId: string,
  work: (scope: WorkspaceScope) => Promise<T>,
): Promise<T> {
  const begin = await beginning(db, workspaceId, "begin");
  const witness = witnesses.getStore();
  const answer = await inTransaction(db.$client, begin, async (tx) => {
    const done = await work({ workspaceId, tx });
    await witness?.beforeCommit({ workspaceId, tx });
    return done;
  });
  witness?.committed();
  return answer;
}

/**
 * `inWorkspace` for what only reads: PostgreSQL refuses whatever would change a row. Nobody waits for the end of the transaction, which
 * can undo nothing; it travels with the next statement of its connection.
 */
export async function readInWorkspace<T>(
  db: Database,
  workspaceId: string,
  work: (scope: WorkspaceScope) => Promise<T>,
): Promise<T> {
  const begin = await beginning(db, workspaceId, "begin read only");
  return inTransaction(db.$client, begin, (tx) => work({ workspaceId, tx }), { waits: false });
}

async function beginning(db: Database, workspaceId: string, begin: string): Promise<string> {
  const role = (await hasAppRole(db)) ? "set_config('role', 'lorekeep_app', true), " : "";
  return `${begin}; select ${role}set_config('app.workspace_id', ${pg.escapeLiteral(workspaceId)}, true)`;
}

const dialect = new PgDialect();

/**
 * `begin` travels in one packet with the first statement of `work` (GatheringClient) and nobody waits for its answer alone: a request
 * has one round trip less. Should it fail, so does what follows it, and nothing that `work` answered is passed on.
 */
async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (tx: Transaction) => Promise<T>,
  { waits = true } = {},
): Promise<T> {
  const client = await pool.connect();
  const tx = new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined) as Transaction;
  let lost: Error | undefined;
  try {
    const [start, end] = await Promise.allSettled([client.query(begin), work(tx)]);
    if (start.status === "rejected") throw start.reason;
    if (end.status === "rejected") throw end.reason;
    const ended = client.query("commit");
    // A connection that is lost says so to the pool, which makes another.
    if (waits) await ended;
    else ended.catch(() => undefined);
    return end.value;
  } catch (error) {
    await client.query("rollback").catch((reason: Error) => {
      lost = reason;
    });
    throw error;
  } finally {
    client.release(lost);
  }
}
