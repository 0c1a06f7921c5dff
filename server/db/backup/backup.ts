import { createHash } from "node:crypto";
import { lstat, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import type { DatabaseConnection } from "../pool.ts";
import { listMigrations, listSequences, listTables, quoteName, quoteTable } from "./catalog.ts";
import { CopyOut } from "./copy-stream.ts";
import { encryptBytes } from "./encryption.ts";
import { BackupFailure, type LogSentence } from "./failure.ts";
import { type BackupManifest, type BackupTable, RecordWriter } from "./file-format.ts";
import { inTransaction } from "./session.ts";

export interface BackupOptions {
  connection: DatabaseConnection;
  /**
   * A path at which no file exists, or a stream. Only the owner can read the new file, which appears once it is complete. A
   * stream stays open.
   */
  to: string | Writable;
  /**
   * Public keys of age (`age1…`): the private key of any recipient decrypts the backup. Without recipients the backup is not
   * encrypted.
   */
  recipients?: readonly string[];
  log: LogSentence;
}

export interface BackupSummary {
  tables: number;
  rows: number;
}

const RECORD_BYTES = 1024 * 1024;

/**
 * Writes every table of the schema `public`, as of one moment, while the product runs. Leaves out the queue's schema `pgboss`,
 * because scheduled jobs enqueue waiting jobs again. The encryption key is not in the database. file-format.ts describes the
 * format.
 */
export async function backup({ connection, to, recipients = [], log }: BackupOptions): Promise<BackupSummary> {
  const summary = await inTransaction(connection, "isolation level repeatable read, read only", (client) =>
    typeof to === "string" ? writeFile(client, to, recipients) : writeTo(client, to, recipients, { end: false }),
  );
  log(`Backed up ${summary.rows} rows of ${summary.tables} tables.`);
  log(
    "The backup does not hold the encryption key. Keep a copy of the key apart from it: without the key, integrations must be connected again.",
  );
  return summary;
}

async function writeFile(client: pg.Client, path: string, recipients: readonly string[]): Promise<BackupSummary> {
  const making = `${path}${MAKING}${process.pid}`;
  await refuseTaken(path);
  await removeBrokenOff(dirname(path));
  try {
    const file = await open(making, "wx", 0o600);
    const summary = await writeTo(client, file.createWriteStream({ flush: true }), recipients, { end: true });
    // Another process may have created the file during the backup. A hard link would detect such a file exactly, but mounted
    // buckets do not support links.
    await refuseTaken(path);
    await rename(making, path);
    await syncFolder(dirname(path));
    return summary;
  } catch (error) {
    await rm(making, { force: true }).catch(() => undefined);
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR"].includes(code))
      throw new BackupFailure(
        `${path} cannot be written (${code}). Name a file in a folder that exists and may be written to.`,
      );
    if (code === "ENOSPC") throw new BackupFailure(`The disk with ${path} is full. There is no new backup.`);
    throw error;
  }
}

const MAKING = ".making-";
/** A backup that wrote no byte for this long counts as interrupted. */
const BROKEN_OFF_AFTER_MS = 60 * 60 * 1000;

/**
 * Removes files of interrupted backups, because the files contain text of the workspaces, unencrypted if there are no
 * recipients.
 */
async function removeBrokenOff(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => /\.making-\d+$/.test(one))) {
    const path = join(folder, name);
    const found = await lstat(path).catch(() => null);
    const isOurs = found?.isFile() && Date.now() - found.mtimeMs > BROKEN_OFF_AFTER_MS;
    if (isOurs) await rm(path, { force: true }).catch(() => undefined);
  }
}

/** Refuses to overwrite a backup: an earlier backup may be the only good copy. */
async function refuseTaken(path: string): Promise<void> {
  if (await lstat(path).catch(() => null))
    throw new BackupFailure(`${path} is there already and was left as it is. Name another file, or remove it first.`);
}

async function writeTo(
  client: pg.Client,
  out: Writable,
  recipients: readonly string[],
  options: { end: boolean },
): Promise<BackupSummary> {
  const summary = { tables: 0, rows: 0 };
  const bytes = Readable.from(records(client, summary), { objectMode: false });
  if (recipients.length === 0) await pipeline(bytes, createGzip(), out, options);
  else await pipeline(bytes, createGzip(), (packed) => encryptBytes(packed, recipients), out, options);
  return summary;
}

async function* records(client: pg.Client, summary: BackupSummary): AsyncGenerator<Uint8Array> {
  const tables = await listTables(client);
  // Keeps others from changing the tables' columns until the backup is done.
  if (tables.length > 0)
    await client.query(`lock table ${tables.map(({ name }) => quoteTable(name)).join(", ")} in access share mode`);
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
  const writer = new RecordWriter();
  yield writer.firstLine();
  yield writer.header({
    createdAt: new Date().toISOString(),
    postgres: rows[0]?.version ?? "",
    migrations: await listMigrations(client),
    tables,
  });
  const done: BackupManifest["tables"] = [];
  for (const table of tables) {
    yield writer.table(table);
    const hash = createHash("sha256");
    const copy = client.query(new CopyOut(copyStatement(table)));
    for await (const chunk of copy) {
      hash.update(chunk);
      for (let at = 0; at < chunk.length; at += RECORD_BYTES) yield writer.data(chunk.subarray(at, at + RECORD_BYTES));
    }
    done.push({ name: table.name, rows: copy.rows, sha256: hash.digest("hex") });
    summary.tables += 1;
    summary.rows += copy.rows;
  }
  // The snapshot does not cover sequences. Reading sequences last ensures that no sequence is behind a row.
  yield writer.manifest({ tables: done, sequences: await listSequences(client) });
}

function copyStatement({ name, columns }: BackupTable): string {
  return `copy ${quoteTable(name)} (${columns.map(quoteName).join(", ")}) to stdout`;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
