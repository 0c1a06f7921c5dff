import { lchown, lstat, readdir, readFile, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The account that PostgreSQL's programs run as. PostgreSQL refuses to run as root. */
export interface ServerUser {
  uid: number;
  gid: number;
}

const USUAL_NOBODY = { uid: 65534, gid: 65534 };

/**
 * Returns the user that the server runs as; null for the user of this process. A server that root starts runs as the cluster's
 * owner, or as `nobody` the first time.
 */
export async function findServerUser(cluster: string): Promise<ServerUser | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(cluster).catch(() => null);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : findNobody();
}

async function findNobody(): Promise<ServerUser> {
  const accounts = await readFile("/etc/passwd", "utf8").catch(() => "");
  const nobody = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(accounts);
  // macOS writes the ids as -2; system calls take unsigned numbers.
  return nobody ? { uid: Number(nobody[1]) >>> 0, gid: Number(nobody[2]) >>> 0 } : USUAL_NOBODY;
}

/**
 * True when `user` may enter every folder on the way to `path` and the folder `path` itself, or read `path` if it is a file.
 */
export async function canReach(user: ServerUser, path: string): Promise<boolean> {
  for (let at = await realpath(path); ; at = dirname(at)) {
    const entry = await stat(at);
    const shift = entry.uid === user.uid ? 6 : entry.gid === user.gid ? 3 : 0;
    const needed = entry.isDirectory() ? 0o1 : 0o4;
    if (((entry.mode >> shift) & needed) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** Makes `user` the owner of a path, with everything in it, that root created, copied or unpacked. */
export async function changeOwner(user: ServerUser, path: string): Promise<void> {
  const entry = await lstat(path);
  if (entry.uid !== 0) return;
  await lchown(path, user.uid, user.gid);
  if (!entry.isDirectory()) return;
  for (const item of await readdir(path, { withFileTypes: true, recursive: true })) {
    await lchown(join(item.parentPath, item.name), user.uid, user.gid);
  }
}

/**
 * Options for `spawn` without this process's environment variables (PGDATA, PGOPTIONS, locale), which could change PostgreSQL's
 * behaviour.
 */
export function getSpawnOptions(user: ServerUser | null) {
  return {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    ...(user && { uid: user.uid, gid: user.gid }),
  };
}
