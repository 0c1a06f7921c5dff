import { createHash } from "node:crypto";
import { chmod, chown, lstat, mkdir, realpath, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { EmbeddedPostgresFailure, hasErrorCode, type LogSentence } from "./failure.ts";
import { canReach, changeOwner, findServerUser, type ServerUser } from "./server-user.ts";

/** The name of the folder (or of a link to it) in the data folder, for all files of the embedded database. */
export const POSTGRES_FOLDER = "postgres";

export interface FolderLayout {
  /**
   * `<dataDir>/postgres` with links resolved. The account of this process owns the folder; the server's user may only pass
   * through.
   */
  home: string;
  /** PostgreSQL's own data folder (PGDATA). */
  cluster: string;
  /**
   * The file with the server's settings. All files that this process writes are in `home`, because root must not write where
   * the server's user can create a link.
   */
  settings: string;
  /** The file for the server's output before the server opens its log. */
  startLog: string;
  /** The folder of PostgreSQL's log files: one file a day, kept for a week. */
  logs: string;
  /** The folder of the Unix socket on which the server listens. */
  sockets: string;
  /** The lock file that folder-lock.ts uses. */
  lock: string;
  user: ServerUser | null;
}

/** Finds the folders, and creates `home`. Several processes may call it at once. */
export async function findLayout(dataDir: string, log: LogSentence): Promise<FolderLayout> {
  await mkdir(dataDir, { recursive: true });
  const place = join(await realpath(dataDir), POSTGRES_FOLDER);
  const user = await findServerUser(join(place, "cluster"));
  await refuseForeignCluster(join(place, "cluster"));
  await makeHome(place, user, log);
  const home = await realpath(place).catch(() => {
    throw new EmbeddedPostgresFailure(
      `${place} points to a folder that is gone. Put the database's folder back where the link points; delete the link only if you want to begin with an empty database.`,
    );
  });
  if (user && !(await canReach(user, home))) {
    throw new EmbeddedPostgresFailure(
      `The database in ${home} runs as the user with id ${user.uid}, who may not enter that folder. Give every folder above it the right to be entered (chmod o+x), then try again.`,
    );
  }
  return {
    home,
    cluster: join(home, "cluster"),
    settings: join(home, "postgresql.conf"),
    startLog: join(home, "start.log"),
    logs: join(home, "logs"),
    sockets: socketFolder(home),
    lock: join(home, "lock"),
    user,
  };
}

/** Call it under the folder lock, with no server running. */
export async function prepareServerFolders({ logs, sockets, user }: FolderLayout): Promise<void> {
  await makePrivate(logs, user);
  await makePrivate(sockets, user);
}

export async function removeForeignFolders({ home, sockets }: FolderLayout): Promise<void> {
  if (!sockets.startsWith(home)) await rm(sockets, { recursive: true, force: true });
}

async function refuseForeignCluster(cluster: string): Promise<void> {
  const ownUid = process.getuid?.() ?? 0;
  const owner = await stat(cluster).catch(() => null);
  if (ownUid === 0 || !owner || owner.uid === ownUid) return;
  throw new EmbeddedPostgresFailure(
    `The database in ${cluster} belongs to the user with id ${owner.uid}. Start Lorekeep as that user, or as root if it was started as root before.`,
  );
}

/** Removes a data folder that no process uses, and the database's files even if the folder has only a link to them. */
export async function removeDataFolder(dataDir: string): Promise<void> {
  const home = await realpath(join(dataDir, POSTGRES_FOLDER)).catch(() => null);
  if (home) await rm(home, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

/**
 * Creates `home`. A server that root starts runs as another user, who cannot enter a folder that is open to root only. The
 * files then go to /var/lib, and the data folder gets a link.
 */
async function makeHome(place: string, user: ServerUser | null, log: LogSentence): Promise<void> {
  if (user) await letPass(user, dirname(place));
  if (await entryAt(place)) return;
  if (user && !(await canReach(user, dirname(place)))) {
    const home = join("/var/lib", `lorekeep-${shortHash(place)}`);
    await makeFolder(home, 0o711);
    await symlink(home, place).catch(unlessThere);
    log(`PostgreSQL does not run as root and may not enter ${dirname(place)}: the database's files are in ${home}.`);
    return;
  }
  await makeFolder(place, user ? 0o711 : 0o700);
}

/**
 * Lets the group of the server's user pass through a data folder that is open to root only. The folder stays closed to everybody
 * else.
 */
async function letPass(user: ServerUser, dataDir: string): Promise<void> {
  const entry = await stat(dataDir);
  if (entry.uid !== 0 || (entry.mode & 0o077) !== 0) return;
  await chown(dataDir, 0, user.gid);
  await chmod(dataDir, (entry.mode & 0o700) | 0o010);
}

async function makePrivate(folder: string, user: ServerUser | null): Promise<void> {
  await makeFolder(folder, 0o700);
  if (user) await changeOwner(user, folder);
  const entry = await lstat(folder);
  const owner = user?.uid ?? process.getuid?.();
  if (!entry.isDirectory() || entry.uid !== owner || (entry.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresFailure(
      `${folder} belongs to another user or is open to others, so the database cannot use it. Remove it, then try again.`,
    );
  }
}

/** The path of a socket may have at most 103 bytes (macOS; Linux: 107). */
function socketFolder(home: string): string {
  const fits = (folder: string) => Buffer.byteLength(join(folder, ".s.PGSQL.5432")) <= 103;
  const short = `lorekeep-${shortHash(home)}`;
  return [join(home, "run"), join(tmpdir(), short)].find(fits) ?? join("/tmp", short);
}

async function makeFolder(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    return unlessThere(error);
  }
  await chmod(folder, mode);
}

async function entryAt(path: string) {
  return lstat(path).catch((error: unknown) => {
    if (hasErrorCode(error, "ENOENT")) return null;
    throw error;
  });
}

function unlessThere(error: unknown): void {
  if (!hasErrorCode(error, "EEXIST")) throw error;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
