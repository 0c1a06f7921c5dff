import { execFile } from "node:child_process";
import { lchown, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { explainFullDisk, hasFreeSpace, isDiskFull } from "./disk.ts";
import { EmbeddedPostgresFailure, hasErrorCode, type LogSentence } from "./failure.ts";
import type { FolderLayout } from "./layout.ts";
import { getSpawnOptions } from "./server-user.ts";
import type { CommitDurability } from "./settings.ts";

export const SUPERUSER_NAME = "lorekeep";
const run = promisify(execFile);

/** True when the folder has a cluster. Throws, without changes, if the cluster has another major version. */
export async function hasCluster({ cluster, home }: FolderLayout, major: number): Promise<boolean> {
  let version: string;
  try {
    version = (await readFile(join(cluster, "PG_VERSION"), "utf8")).trim();
  } catch (error) {
    if (!hasErrorCode(error, "ENOENT")) throw error;
    if (await stat(cluster).catch(() => null)) {
      throw new EmbeddedPostgresFailure(
        `${cluster} is there, but is not a database (it has no PG_VERSION). Restore that folder, or move it away to begin with an empty database.`,
      );
    }
    return false;
  }
  if (version !== String(major)) {
    throw new EmbeddedPostgresFailure(
      `The database in ${home} was made by PostgreSQL ${version}; this release of Lorekeep brings PostgreSQL ${major}. Nothing was changed. Make a backup with the release you used before (lorekeep backup), move ${home} away, then restore the backup with this release (lorekeep restore).`,
    );
  }
  return true;
}

/**
 * Creates the cluster in a temporary folder and moves it to its final path when it is complete. Call it under the folder lock.
 */
export async function initialiseCluster(
  layout: FolderLayout,
  binaries: string,
  durability: CommitDurability,
  log: LogSentence,
): Promise<void> {
  const making = `${layout.cluster}.making-${process.pid}-${Date.now()}`;
  await removeUnfinished(layout);
  log(`Making a new database in ${layout.home}.`);
  try {
    await mkdir(making, { mode: 0o700 });
    if (layout.user) await lchown(making, layout.user.uid, layout.user.gid);
    await run(
      join(binaries, "initdb"),
      [
        `--pgdata=${making}`,
        `--username=${SUPERUSER_NAME}`,
        "--encoding=UTF8",
        // This locale sorts text the same way on every system, whatever the system's C library.
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        // Safe, because only the owner can enter the socket's folder.
        "--auth-local=trust",
        "--auth-host=reject",
        "--no-instructions",
        ...(durability === "fast" ? ["--no-sync"] : []),
      ],
      getSpawnOptions(layout.user),
    );
    await rename(making, layout.cluster);
    await syncFolder(layout.home);
  } catch (error) {
    const isFull = !(await hasFreeSpace(layout.home));
    await rm(making, { recursive: true, force: true, maxRetries: 3 });
    const output = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
    if (isFull || isDiskFull(error) || isDiskFull(output)) throw explainFullDisk(layout.home);
    if (!output) throw error;
    if (/could not look up effective user ID/.test(output)) {
      throw new EmbeddedPostgresFailure(
        "PostgreSQL makes a database only for a user with a name. Give this user an entry in /etc/passwd, run Lorekeep as a user who has one, or set DATABASE_URL to a PostgreSQL server (15 or later).",
      );
    }
    throw new EmbeddedPostgresFailure(`The database could not be made in ${layout.home}: ${lastLine(output)}`);
  }
}

/** Removes the files of an interrupted start. */
async function removeUnfinished({ home, cluster }: FolderLayout): Promise<void> {
  const prefix = `${basename(cluster)}.making-`;
  for (const name of await readdir(home)) {
    // An initdb whose parent was killed may still write into its folder. The next start then removes the folder.
    if (name.startsWith(prefix)) await rm(join(home, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function lastLine(output: string): string {
  const lines = output.trim().split("\n");
  return lines.findLast((line) => /error|fatal|could not/i.test(line)) ?? lines.at(-1) ?? "";
}
