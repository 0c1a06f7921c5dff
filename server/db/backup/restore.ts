import { createHash, type Hash } from "node:crypto";
import type pg from "pg";
import type { DatabaseConnection } from "../pool.ts";
import { listConstraintSwitches, listMigrations, listTables, quoteName, quoteTable } from "./catalog.ts";
import { CopyIn } from "./copy-stream.ts";
import { BackupFailure, type LogSentence } from "./failure.ts";
import {
  type BackupHeader,
  type BackupManifest,
  type BackupTable,
  createDamagedError,
  readRecords,
} from "./file-format.ts";
import { inTransaction } from "./session.ts";

export interface RestoreOptions {
  /** The database to fill, with this release's tables, all empty. */
  connection: DatabaseConnection;
  from: string;
  /** Private keys of age (`AGE-SECRET-KEY-…`), for a backup that is encrypted. */
  identities?: readonly string[];
  /** Deletes existing rows first, instead of refusing. */
  replaceExisting?: boolean;
  log: LogSentence;
}

export interface RestoreSummary {
  tables: number;
  rows: number;
  /** The time of the backup, as ISO 8601. */
  createdAt: string;
}

interface CheckedBackup {
  header: BackupHeader;
  manifest: BackupManifest;
}

/** Reads a whole backup and throws a BackupFailure if the backup is damaged. Needs no database. */
export async function checkBackup(from: string, identities: readonly string[] = []): Promise<RestoreSummary> {
  return summarise(await check(from, identities));
}

/** Restores all rows of a backup, or no row if anything fails. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreSummary> {
  const { connection, from, identities = [], replaceExisting = false, log } = options;
  const checked = await check(from, identities);
  const summary = summarise(checked);
  log(`The backup of ${summary.createdAt} is whole. Restoring ${summary.rows} rows of ${summary.tables} tables.`);
  await inTransaction(connection, "read write", async (client) => {
    await compareSchema(client, checked.header);
    await emptyTables(client, checked.header.tables, replaceExisting);
    const barriers = await listConstraintSwitches(client);
    for (const statement of barriers.lift) await client.query(statement);
    await client.query("set constraints all deferred");
    await copyRows(client, options, checked.manifest);
    await client.query("set constraints all immediate");
    for (const statement of barriers.restore) await client.query(statement);
    for (const { name, last } of checked.manifest.sequences) {
      if (last !== null) await client.query("select setval($1::regclass, $2::bigint)", [quoteTable(name), last]);
    }
    for (const { name } of checked.header.tables) await client.query(`analyze ${quoteTable(name)}`);
  });
  log(
    "Restored. The encryption key is not part of a backup: start Lorekeep with the key it had, or connect the integrations again.",
  );
  return summary;
}

async function check(from: string, identities: readonly string[]): Promise<CheckedBackup> {
  let header: BackupHeader | null = null;
  const seen: { name: string; hash: Hash }[] = [];
  for await (const record of readRecords(from, identities)) {
    if (record.kind === "header") header = record.header;
    else if (record.kind === "table") seen.push({ name: record.table.name, hash: createHash("sha256") });
    else if (record.kind === "data") seen.at(-1)?.hash.update(record.data);
    else {
      const sums = seen.map(({ name, hash }) => `${name} ${hash.digest("hex")}`).join("\n");
      const expected = record.manifest.tables.map(({ name, sha256 }) => `${name} ${sha256}`).join("\n");
      if (header && sums === expected) return { header, manifest: record.manifest };
    }
  }
  throw createDamagedError(from);
}

function summarise({ header, manifest }: CheckedBackup): RestoreSummary {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return { tables: manifest.tables.length, rows, createdAt: header.createdAt };
}

async function compareSchema(client: pg.Client, { migrations, tables }: BackupHeader): Promise<void> {
  const here = await listMigrations(client);
  const asText = (list: BackupTable[]) =>
    list.map(({ name, columns }) => `${name}(${columns.toSorted().join()})`).join();
  const isSame = here.join() === migrations.join() && asText(await listTables(client)) === asText(tables);
  if (isSame) return;
  if (here.length === 0 && migrations.length > 0) {
    throw new BackupFailure(
      "The database has no tables yet. Bring it to this release's schema first (lorekeep migrate), then restore.",
    );
  }
  const startsWith = (long: string[], short: string[]) => short.every((hash, index) => long[index] === hash);
  const made =
    migrations.length < here.length && startsWith(here, migrations)
      ? "an older release of Lorekeep. Restore it with that release, then start this one, which brings it up to date"
      : migrations.length > here.length && startsWith(migrations, here)
        ? "a newer release of Lorekeep. Install that release, then restore"
        : "a release of Lorekeep with another database schema. Restore it with that release";
  throw new BackupFailure(`The backup was made by ${made}. Nothing was changed.`);
}

async function emptyTables(client: pg.Client, tables: BackupTable[], replaceExisting: boolean): Promise<void> {
  if (tables.length === 0) return;
  const names = tables.map(({ name }) => quoteTable(name));
  await client.query(`lock table ${names.join(", ")} in access exclusive mode`);
  if (replaceExisting) {
    // Triggers protect security events from deletion; only a restore that replaces the whole database may delete them.
    for (const name of names) await client.query(`alter table ${name} disable trigger user`);
    await client.query(`truncate ${names.join(", ")}`);
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    return;
  }
  for (const [index, { name }] of tables.entries()) {
    const { rowCount } = await client.query(`select from ${names[index]} limit 1`);
    if (rowCount) {
      throw new BackupFailure(
        `The database is not empty (the table ${name} has rows). Restore into an empty database, or ask for its content to be replaced (--force). Nothing was changed.`,
      );
    }
  }
}

async function copyRows(
  client: pg.Client,
  { from, identities = [] }: RestoreOptions,
  manifest: BackupManifest,
): Promise<void> {
  let copy: CopyIn | null = null;
  let done = 0;
  const finish = async () => {
    if (!copy) return;
    await copy.finish();
    if (copy.rows !== manifest.tables[done]?.rows) throw createDamagedError(from);
    done += 1;
  };
  for await (const record of readRecords(from, identities)) {
    if (record.kind === "table") {
      await finish();
      const columns = record.table.columns.map(quoteName).join(", ");
      copy = client.query(new CopyIn(`copy ${quoteTable(record.table.name)} (${columns}) from stdin`));
    } else if (record.kind === "data") await copy?.write(record.data);
    // Somebody may have replaced the file since the check.
    else if (record.kind === "manifest" && record.manifest.sha256 !== manifest.sha256) throw createDamagedError(from);
  }
  await finish();
}
