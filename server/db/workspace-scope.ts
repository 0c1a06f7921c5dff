import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle, type NodePgDatabase, NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";

/** The whole database with the owner's rights, for queries outside a workspace (sign-in, scheduled jobs, migrations). */
export type Database = NodePgDatabase<Record<string, never>> & { $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/**
 * One workspace in one transaction, the first parameter of every query of a feature. `tx` sees only the workspace's rows
 * (row-level security), and every `where` names `workspaceId` as well.
 */
export interface WorkspaceScope {
  readonly workspaceId: string;
  readonly tx: Transaction;
}

export function openDatabase(pool: pg.Pool): Database {
  return drizzle({ client: pool });
}

const appRole = new WeakMap<pg.Pool, Promise<boolean>>();

/**
 * True when the database has the role of row-level security. The administrator of an external server may not have created the
 * role; the start message says so.
 */
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

/** An observer of a request's transactions, such as the audit log. */
export interface RequestObserver {
  /** Called in each transaction after its work, before it commits. */
  beforeCommit(scope: WorkspaceScope): Promise<void>;
  /** Called after the transaction has committed. */
  committed(): void;
}

const witnesses = new AsyncLocalStorage<RequestObserver>();

/** Runs `work`, and everything that `work` starts asynchronously, with this observer. */
export const runWithRequestObserver = <T>(witness: RequestObserver, work: () => T): T => witnesses.run(witness, work);

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

/** Runs `work` in a transaction of one workspace, a new transaction for each call. */
export type InScope = <T>(work: (scope: WorkspaceScope) => Promise<T>) => Promise<T>;

/** Returns a function that calls `inWorkspace` for one workspace, for several short transactions in a row. */
export const bindToWorkspace =
  (db: Database, workspaceId: string): InScope =>
  (work) =>
    inWorkspace(db, workspaceId, work);

/**
 * Calls `inWorkspace` for reading only: PostgreSQL refuses every write. The commit has no effect, so the call does not wait for
 * the commit, which is sent with the connection's next statement.
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
  // `set local` needs no plan, and takes a third of the time of `select set_config(…)`.
  const role = (await hasAppRole(db)) ? "set local role lorekeep_app; " : "";
  return `${begin}; ${role}set local app.workspace_id = ${pg.escapeLiteral(workspaceId)}`;
}

const dialect = new PgDialect();

/**
 * Sends `begin` in one packet with the first statement of `work` (BatchingClient) without waiting for the answer to `begin`,
 * which saves a round trip per request. If `begin` fails, the following statements fail too, and the result of `work` is not
 * returned.
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
    // The pool notices a lost connection itself and opens another connection.
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
