import pg from "pg";
import { type DatabaseConnection, databaseErrorCode, safeDatabaseError, toClientConfig } from "../pool.ts";
import { BackupFailure } from "./failure.ts";

/** Makes PostgreSQL write and read values the same way whatever the server's settings, and allows long statements. */
const SETTINGS = `
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local lock_timeout = '10s';
  set local row_security = off;
  set local client_encoding = 'UTF8';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC';
  set local extra_float_digits = 1;
  set local bytea_output = 'hex';
  set local search_path = ''`;

const REASONS: Record<string, string> = {
  "42501":
    "This database account may not do that. Use the account that owns Lorekeep's tables (or a superuser) in DATABASE_URL.",
  "55P03": "Other programs hold the database's tables. Stop Lorekeep, then try again.",
  "53100": "The disk of the database is full. Free some space, then try again.",
};

/** Runs `work` in one transaction on a new connection. The error of a failure contains no content of rows. */
export async function inTransaction<T>(
  connection: DatabaseConnection,
  mode: "isolation level repeatable read, read only" | "read write",
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  // Rows are streamed, which the pool's `pipeline` option does not support.
  const client = new pg.Client({ ...toClientConfig(connection), pipeline: false, application_name: "lorekeep backup" });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(`begin transaction ${mode}`);
    await client.query(SETTINGS);
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    if (error instanceof BackupFailure) throw error;
    const code = databaseErrorCode(error);
    throw (code && REASONS[code] && new BackupFailure(REASONS[code])) || safeDatabaseError(error);
  } finally {
    // Closing the connection without a commit rolls back, and ends a copy in progress.
    await client.end().catch(() => undefined);
  }
}
