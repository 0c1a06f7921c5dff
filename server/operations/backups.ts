import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type pg from "pg";
import type { Logger } from "pino";
import { backup } from "../db/backup/backup.ts";
import { BackupFailure } from "../db/backup/failure.ts";
import { checkBackup } from "../db/backup/restore.ts";
import { openLocks } from "../db/locks.ts";
import { type DatabaseConnection, toSessionConfig } from "../db/pool.ts";
import type { Database } from "../db/workspace-scope.ts";
import type { Env } from "../env.ts";
import { VERSION } from "../version.ts";
import { type Bucket, type BucketSettings, openBucket } from "./bucket.ts";
import type { StoredObject } from "./bucket-answers.ts";
import { readDatabaseSize } from "./server-queries.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SCHEDULED = /^lorekeep-\d{8}T\d{6}Z\.backup$/;
const BEFORE_UPGRADE = /^before-.*-\d{8}T\d{6}Z\.backup$/;
/** A backup from before an upgrade is kept until this many newer ones of that kind exist. */
const UPGRADES_KEPT = 3;

export type BackupSettings = Pick<
  Env,
  "BACKUP_DIR" | "BACKUP_EVERY_HOURS" | "BACKUP_KEEP_DAYS" | "BACKUP_RECIPIENTS" | "BACKUP_BEFORE_UPGRADE" | "DATA_DIR"
> &
  BucketSettings;

export interface StoredBackup {
  path: string;
  /** The time at which the backup was made. */
  at: Date;
  bytes: number;
}

/** Formats a time like '20261122T093000Z', as in the names of backups. */
const formatStamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, "");

export const getUpgradeFolder = ({ BACKUP_DIR, DATA_DIR }: BackupSettings) => BACKUP_DIR ?? join(DATA_DIR, "backups");

/** The folder's scheduled backups, newest first; none if the folder does not exist. */
export const listBackups = (folder: string) => listNamed(folder, SCHEDULED);

/** The scheduled backups in the bucket, newest first. */
export const listSentBackups = async (bucket: Bucket) =>
  (await bucket.list()).filter(({ name }) => SCHEDULED.test(name));

/**
 * Passes a backup's path to `use`. `file` is a path or a name in the bucket; without `file`, the newest scheduled
 * backup is used. A backup from the bucket is first copied to a temporary folder. Throws a `BackupFailure` if there is
 * no backup.
 */
export async function withStoredBackup<T>(
  env: BackupSettings,
  file: string | undefined,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const bucket = openBucket(env);
  if (file && (!bucket || existsSync(file))) return use(file);
  if (!bucket) {
    const [last] = env.BACKUP_DIR ? await listBackups(env.BACKUP_DIR) : [];
    if (!last) throw new BackupFailure("There is no backup in BACKUP_DIR. Name a file: lorekeep restore-drill <file>.");
    return use(last.path);
  }
  const name = file ?? (await listSentBackups(bucket))[0]?.name;
  if (!name) throw new BackupFailure("There is no backup in the bucket yet.");
  const folder = await mkdtemp(join(tmpdir(), "lorekeep-from-bucket-"));
  try {
    const path = join(folder, basename(name));
    await bucket.get(name, path);
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

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

interface BackupDeps {
  env: BackupSettings;
  log: Logger;
}

/**
 * Writes a backup if the last one is `BACKUP_EVERY_HOURS` old. Verifies the backup, sends it to the bucket if one is
 * configured, and removes backups older than `BACKUP_KEEP_DAYS`. Only one process does this at a time. Returns the new
 * backup's path, or null if none was due. A backup that could not be sent is sent next time.
 */
export async function writeDueBackup(
  { db, env, log }: BackupDeps & { db: Database },
  now = new Date(),
): Promise<string | null> {
  const bucket = openBucket(env);
  if (!env.BACKUP_DIR && !bucket) return null;
  const folder = getUpgradeFolder(env);
  const locks = await openLocks(db);
  try {
    if (!(await locks.tryLock("scheduled-backup"))) return null;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const sent = bucket ? await listSentBackups(bucket) : [];
    const [last] = [...(await listBackups(folder)), ...sent].toSorted((a, b) => b.at.getTime() - a.at.getTime());
    const isDue = !last || now.getTime() - last.at.getTime() >= env.BACKUP_EVERY_HOURS * HOUR_MS;
    const written = isDue
      ? await writeBackup({ db, env, log }, join(folder, `lorekeep-${formatStamp(now)}.backup`))
      : null;
    const before = now.getTime() - env.BACKUP_KEEP_DAYS * DAY_MS;
    if (bucket) await sendNewest(bucket, { env, log, folder, sent, before });
    await removeOld(folder, before);
    return written;
  } finally {
    await locks.close();
  }
}

async function writeBackup({ db, env, log }: BackupDeps & { db: Database }, to: string): Promise<string> {
  const connection = toSessionConfig(db.$client);
  const { rows } = await backup({ connection, to, recipients: env.BACKUP_RECIPIENTS, log: () => undefined });
  // Only the private key can verify an encrypted backup: lorekeep restore-drill.
  if (env.BACKUP_RECIPIENTS.length === 0) await checkBackup(to);
  log.info({ rows, file: to }, "Wrote a backup");
  return to;
}

/** Removes old backups. The newest backup always stays, so that a schedule that failed for a month leaves one. */
async function removeOld(folder: string, before: number): Promise<void> {
  const [, ...older] = await listBackups(folder);
  for (const { path, at } of older) if (at.getTime() < before) await rm(path, { force: true });
}

interface SendOptions {
  env: BackupSettings;
  log: Logger;
  folder: string;
  /** The objects in the bucket, newest first. */
  sent: StoredObject[];
  before: number;
}

/** Sends the newest backup to the bucket. Without BACKUP_DIR, the folder holds backups only until they are sent. */
async function sendNewest(bucket: Bucket, { env, log, folder, sent, before }: SendOptions): Promise<void> {
  const [newest] = await listBackups(folder);
  const name = newest ? basename(newest.path) : "";
  const isNew = newest && !sent.some((object) => object.name === name && object.bytes === newest.bytes);
  if (isNew) {
    await bucket.put(name, newest.path);
    log.info({ name, bytes: newest.bytes }, "Sent a backup to the bucket");
  }
  if (!env.BACKUP_DIR) for (const { path } of await listBackups(folder)) await rm(path, { force: true });
  // The newest backup stays in the bucket, whatever its age.
  for (const old of isNew ? sent : sent.slice(1)) if (old.at.getTime() < before) await bucket.remove(old.name);
}

/**
 * Writes a backup before a new release changes an older release's database. Throws a `BackupFailure` if the disk is too
 * full.
 */
export async function backUpBeforeUpgrade(
  { pool, connection, env, log }: BackupDeps & { pool: pg.Pool; connection: DatabaseConnection },
  pending: readonly string[],
): Promise<void> {
  if (!env.BACKUP_BEFORE_UPGRADE) return;
  const folder = getUpgradeFolder(env);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await requireSpace(pool, folder);
  const to = join(folder, `before-${VERSION}-${formatStamp(new Date())}.backup`);
  await backup({ connection, to, recipients: env.BACKUP_RECIPIENTS, log: () => undefined });
  await openBucket(env)?.put(basename(to), to);
  log.info({ file: to, migrations: pending.length }, "Wrote a backup before the upgrade");
  const all = await listNamed(folder, BEFORE_UPGRADE);
  for (const { path } of all.slice(UPGRADES_KEPT)) await rm(path, { force: true });
}

/** A backup takes about a fifth of the database's size. To be safe, half of that size must be free. */
async function requireSpace(pool: pg.Pool, folder: string): Promise<void> {
  const needed = (await readDatabaseSize(pool)) / 2;
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= needed) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
  throw new BackupFailure(
    `The upgrade needs a backup first, and ${folder} has ${megabytes(free)} MB left of the ${megabytes(needed)} MB it may take. Nothing was changed. Free some space, set BACKUP_DIR to another folder, or make a backup yourself and set BACKUP_BEFORE_UPGRADE=no.`,
  );
}
