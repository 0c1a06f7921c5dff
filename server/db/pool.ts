import pg from "pg";
import { ConnectorError } from "../../connectors/errors.ts";
import { BatchingClient, createPreparingClient } from "./preparing-client.ts";

/** A connection string (`DATABASE_URL`), or the separate settings of the embedded server. */
export type DatabaseConnection = string | pg.ClientConfig;

export interface PoolOptions {
  /** The largest number of connections in the pool. */
  max: number;
  /** The name that PostgreSQL shows in `pg_stat_activity`. */
  applicationName: string;
  /** Called with a sentence when an idle connection is lost, for example because the database restarts. */
  log?: (sentence: string) => void;
  /**
   * The address of the same database through a pooler in transaction mode, such as pgbouncer, which gets all statements. The
   * pooler may not support prepared statements (pgbouncer before 1.21) or connection settings, so the pooler itself has to set
   * the limits below.
   */
  pooler?: string | undefined;
}

/** Limits of each connection. A pooler sets the same limits by its `connect_query` (docs/guides/running.md). */
export const STATEMENT_LIMITS = {
  statement_timeout: 10_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 15_000,
};

const MAX_WAIT_MS = 5_000;

/**
 * Creates a pool that survives a restart of the database. A statement runs for at most 10 s and waits for a lock for at most 3 s;
 * a transaction stays idle for at most 15 s. Returns `bigint` as a number (as text beyond 2^53) and `timestamptz` as a Date.
 */
export function createPool(connection: DatabaseConnection, options: PoolOptions): pg.Pool {
  const { max, applicationName, log, pooler } = options;
  const shared: pg.ClientConfig = {
    application_name: applicationName,
    connectionTimeoutMillis: MAX_WAIT_MS,
    keepAlive: true,
    types: { getTypeParser },
  };
  const session: pg.ClientConfig = { ...toClientConfig(connection), ...shared, ...STATEMENT_LIMITS };
  const pool = new pg.Pool({
    ...(pooler
      ? { ...shared, connectionString: pooler, Client: BatchingClient }
      : { ...session, Client: createPreparingClient() }),
    max,
    // Sends the statements of a connection in order, without waiting for each answer (workspace-scope.ts).
    pipeline: true,
    // A new connection has to plan every prepared statement again, so idle connections stay open.
    idleTimeoutMillis: 300_000,
  });
  sessions.set(pool, session);
  // Without listeners a lost connection would end the process. The pool's listener covers idle connections, the client's
  // listener covers connections in use. The next statement fails, and its caller handles the error.
  pool.on("error", () => log?.("A database connection was lost."));
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

const sessions = new WeakMap<pg.Pool, pg.ClientConfig>();

/**
 * Settings of a direct connection, never through the pooler. Listening, and locks that outlive a transaction, need one session
 * throughout.
 */
export function toSessionConfig(pool: pg.Pool): pg.ClientConfig {
  const options = sessions.get(pool);
  if (!options) throw new Error("This pool was not made by createPool.");
  return options;
}

export function toClientConfig(connection: DatabaseConnection): pg.ClientConfig {
  return typeof connection === "string" ? { connectionString: connection } : connection;
}

const INT8 = 20;
const typeParser: typeof pg.types.getTypeParser = pg.types.getTypeParser;

function getTypeParser(oid: number, format?: "text" | "binary") {
  return oid === INT8 && format !== "binary" ? parseInt8 : typeParser(oid, format as "text");
}

function parseInt8(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/** The SQLSTATE of an error from PostgreSQL, even if another error wraps the PostgreSQL error. */
export function databaseErrorCode(error: unknown): string | null {
  return findDatabaseError(error)?.code ?? null;
}

/** SQLSTATE: another transaction held a lock for longer than `lock_timeout`. */
const LOCK_TIMEOUT = "55P03";

/**
 * True when the transaction may succeed if repeated: it lost against another transaction, waited for a lock too long, or the
 * server restarted. A transaction with a lost connection may have been committed, so repeat only transactions that may run
 * twice.
 */
export function isRetryable(error: unknown): boolean {
  const code = databaseErrorCode(error);
  if (code !== null)
    return code === "40001" || code === "40P01" || code === LOCK_TIMEOUT || /^(57P0[1-3]|08)/.test(code);
  return findInCauses(error, isLostConnection) !== null;
}

/** The part of a database error that may be logged or rethrown, without statement, parameters and values. */
export class DatabaseFailure extends Error {
  override readonly name = "DatabaseFailure";
  /** The SQLSTATE, or the system's code (ECONNREFUSED) if the server was not reached; null if unknown. */
  readonly code: string | null;
  readonly constraint: string | null;
  readonly table: string | null;
  /** True for a lost connection or a stopped database: the statement was not at fault. */
  readonly isOfConnection: boolean;

  constructor(message: string, code: string | null, error?: pg.DatabaseError, isOfConnection = false) {
    super(message);
    this.code = code;
    this.isOfConnection = isOfConnection;
    this.constraint = error?.constraint ?? null;
    this.table = error?.table ?? null;
  }
}

/** Removes statements, parameters and values from a database error. Returns other errors unchanged. */
export function safeDatabaseError(thrown: unknown): Error {
  const error = revived(thrown);
  const refused = findDatabaseError(error);
  if (refused) {
    const where = refused.constraint ?? refused.table;
    const message = `The database refused a statement (${refused.code}${where ? `, ${where}` : ""}).`;
    const isOfConnection = /^(57P0[1-3]|08|53300)/.test(refused.code ?? "");
    return withFramesOf(error, new DatabaseFailure(message, refused.code ?? null, refused, isOfConnection));
  }
  const lost = findInCauses(error, isLostConnection);
  if (lost) {
    const code = systemCode(lost);
    const message = NONE_FREE.test(lost.message)
      ? `No database connection came free within ${MAX_WAIT_MS / 1000} s: this process has more to do than its connections can carry.`
      : `The database cannot be reached${code ? ` (${code})` : ""}.`;
    return withFramesOf(error, new DatabaseFailure(message, code, undefined, true));
  }
  if (isQueryError(error)) return withFramesOf(error, new DatabaseFailure("A statement failed.", null));
  return error instanceof Error ? error : new Error("Something that is not an error was thrown.");
}

/** Turns pg-boss's plain object, which has the fields of an error, back into an error. */
function revived(thrown: unknown): unknown {
  if (thrown instanceof Error || typeof thrown !== "object" || !thrown || !("message" in thrown)) return thrown;
  const message = String(thrown.message);
  const error = "severity" in thrown ? new pg.DatabaseError(message, message.length, "error") : new Error(message);
  return Object.assign(error, thrown);
}

function findDatabaseError(error: unknown): pg.DatabaseError | null {
  return findInCauses(error, (one): one is pg.DatabaseError => one instanceof pg.DatabaseError);
}

function findInCauses<T extends Error>(error: unknown, matches: (error: Error) => error is T): T | null;
function findInCauses(error: unknown, matches: (error: Error) => boolean): Error | null;
function findInCauses(error: unknown, matches: (error: Error) => boolean): Error | null {
  // Limits the depth, because causes may form a cycle.
  for (let at = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth++) {
    // A platform was called and not the database, although the causes look alike (ENOTFOUND).
    if (at instanceof ConnectorError) return null;
    if (matches(at)) return at;
  }
  return null;
}

/** The pool's error message when no connection became free in time. */
const NONE_FREE = /^timeout exceeded when trying to connect/;

const SYSTEM_CODES = ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"];

function isLostConnection(error: Error): boolean {
  const code = systemCode(error);
  if (code !== null)
    return SYSTEM_CODES.includes(code) || (code === "ENOENT" && "syscall" in error && error.syscall === "connect");
  return /^(Connection terminated|timeout (exceeded when trying to connect|expired)|Client has encountered a connection error)/.test(
    error.message,
  );
}

function systemCode(error: Error): string | null {
  return "code" in error && typeof error.code === "string" ? error.code : null;
}

/** Recognises drizzle's DrizzleQueryError, whose message holds the statement and its parameters. */
function isQueryError(error: unknown): boolean {
  return error instanceof Error && "query" in error && "params" in error;
}

function withFramesOf(source: unknown, target: Error): Error {
  const stack = source instanceof Error ? (source.stack ?? "") : "";
  const frames = stack.split("\n").filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line));
  target.stack = [`${target.name}: ${target.message}`, ...frames].join("\n");
  return target;
}
