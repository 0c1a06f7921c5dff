import { mkdir, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import type { Logger } from "pino";
import { backup } from "../db/backup/backup.ts";
import { BackupFailure } from "../db/backup/failure.ts";
import { checkBackup } from "../db/backup/restore.ts";
import { openLocks } from "../db/locks.ts";
import type { DatabaseConnection } from "../db/pool.ts";
import type { Database } from "../db/workspace-scope.ts";
import type { Env } from "../env.ts";
import { VERSION } from "../version.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SCHEDULED = /^lorekeep-\d{8}T\d{6}Z\.backup$/;
const BEFORE_UPGRADE = /^before-.*-\d{8}T\d{6}Z\.backup$/;
/** What is written before an upgrade stays until this many newer ones are there. */
const UPGRADES_KEPT = 3;

export type BackupSettings = Pick<
  Env,
  "BACKUP_DIR" | "BACKUP_EVERY_HOURS" | "BACKUP_KEEP_DAYS" | "BACKUP_RECIPIENTS" | "BACKUP_BEFORE_UPGRADE" | "DATA_DIR"
>;

export interface StoredBackup {
  path: string;
  /** When it was made. */
  at: Date;
  bytes: number;
}

/** '20261122T093000Z', as names of backups carry it. */
const stamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, "");

export const upgradeFolder = ({ BACKUP_DIR, DATA_DIR }: BackupSettings) => BACKUP_DIR ?? join(DATA_DIR, "backups");

/** The scheduled backups of the folder, newest first; none when the folder is not there yet. */
export const listBackups = (folder: string) => listNamed(folder, SCHEDULED);

async function listNamed(folder: string, name: RegExp): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const found = await Promise.all(
    names
      .filter((each) => name.test(each))
      .map(async (each) => {
        const path = join(folder, each);
        const { mtime, size } = await stat(path);
        return { path, at: mtime, bytes: size };
      }),
  );
  return found.toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

interface Writing {
  env: BackupSettings;
  log: Logger;
}

/**
 * Writes a backup when the last one is `BACKUP_EVERY_HOURS` old, reads it once to see that it is whole, and removes what is
 * older than `BACKUP_KEEP_DAYS`. One process does it at a time. Answers the new backup's path, or null when none was due.
 */
export async function writeDueBackup(
  { db, env, log }: Writing & { db: Database },
  now = new Date(),
): Promise<string | null> {
  const folder = env.BACKUP_DIR;
  if (!folder) return null;
  const locks = await openLocks(db);
  try {
    if (!(await locks.tryLock("scheduled-backup"))) return null;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const [last] = await listBackups(folder);
    if (last && now.getTime() - last.at.getTime() < env.BACKUP_EVERY_HOURS * HOUR_MS) return null;
    const to = join(folder, `lorekeep-${stamp(now)}.backup`);
    const { options } = db.$client;
    const connection = { ...options, password: options.password };
    const { rows } = await backup({ connection, to, recipients: env.BACKUP_RECIPIENTS, log: () => undefined });
    // One that is encrypted can be read only where its private key is: lorekeep restore-drill.
    if (env.BACKUP_RECIPIENTS.length === 0) await checkBackup(to);
    log.info({ rows, file: to }, "Wrote a backup");
    await removeOld(folder, now.getTime() - env.BACKUP_KEEP_DAYS * DAY_MS);
    return to;
  } finally {
    await locks.close();
  }
}

/** The newest stays, however old: a schedule that failed for a month must not leave nothing. */
async function removeOld(folder: string, before: number): Promise<void> {
  const [, ...older] = await listBackups(folder);
  for (const { path, at } of older) if (at.getTime() < before) await rm(path, { force: true });
}

/** Writes a backup before an older release's database is changed. Throws a `BackupFailure` when there is no room for it. */
export async function backUpBeforeUpgrade(
  { pool, connection, env, log }: Writing & { pool: pg.Pool; connection: DatabaseConnection },
  pending: readonly string[],
): Promise<void> {
  if (!env.BACKUP_BEFORE_UPGRADE) return;
  const folder = upgradeFolder(env);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await demandRoom(pool, folder);
  const to = join(folder, `before-${VERSION}-${stamp(new Date())}.backup`);
  await backup({ connection, to, recipients: env.BACKUP_RECIPIENTS, log: () => undefined });
  log.info({ file: to, migrations: pending.length }, "Wrote a backup before the upgrade");
  const all = await listNamed(folder, BEFORE_UPGRADE);
  for (const { path } of all.slice(UPGRADES_KEPT)) await rm(path, { force: true });
}

/** A backup is packed to about a fifth of the database; half of it is asked for. */
async function demandRoom(pool: pg.Pool, folder: string): Promise<void> {
  const { rows } = await pool.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
  const needed = Number(rows[0]?.bytes ?? 0) / 2;
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= needed) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
  throw new BackupFailure(
    `The upgrade needs a backup first, and ${folder} has ${megabytes(free)} MB left of the ${megabytes(needed)} MB it may take. Nothing was changed. Free some space, set BACKUP_DIR to another folder, or make a backup yourself and set BACKUP_BEFORE_UPGRADE=no.`,
  );
}
