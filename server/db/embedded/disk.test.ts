import { execFile, execFileSync } from "node:child_process";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PATIENCE_MS } from "../../../scripts/patience.ts";
import { makeFolder, removeFolder } from "./fixtures/database-user.ts";
import { startEmbeddedPostgres } from "./start-embedded-postgres.ts";

const run = promisify(execFile);
const mayMount = process.platform === "linux" && process.getuid?.() === 0 && canMount();

function canMount(): boolean {
  try {
    execFileSync("unshare", ["--mount", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe.runIf(mayMount)("a full disk", () => {
  let disk: string;

  beforeEach(async () => {
    disk = await makeFolder();
  });

  afterEach(async () => {
    // The server's log writer ends a moment after the server does.
    await vi.waitFor(() => run("umount", [disk]), { timeout: PATIENCE_MS, interval: 100 });
    await removeFolder(disk);
  });

  const mount = (size: string) => run("mount", ["-t", "tmpfs", "-o", `size=${size},mode=755`, "tmpfs", disk]);
  const start = () => startEmbeddedPostgres({ dataDir: disk, log: () => undefined });
  const fill = () => writeFile(join(disk, "ballast"), Buffer.alloc(400 * 1024 * 1024)).catch(() => undefined);
  const free = () => rm(join(disk, "ballast"));

  it("a full disk at the first start is reported, and does not block the next start", async () => {
    await mount("20m");
    await expect(start()).rejects.toThrow(/disk with .* is full.*Free some space/);
    expect((await readdir(join(disk, "postgres"))).filter((name) => name.startsWith("cluster"))).toEqual([]);
    await run("mount", ["-o", "remount,size=200m", disk]);
    const database = await start();
    await database.stop();
  });

  it("a full disk at a later start is reported, and the start works when there is space again", async () => {
    await mount("120m");
    await (await start()).stop();
    await fill();
    await expect(start()).rejects.toThrow(/disk with .* is full/);
    await free();
    await (await start()).stop();
  });

  it("a disk that fills up during work fails writes, loses no acknowledged row, and writes work again when there is space", async () => {
    await mount("120m");
    const database = await start();
    const pool = new pg.Pool({ ...database.connection, max: 1 });
    pool.on("error", () => undefined);
    try {
      await pool.query("create table rows (id int primary key, text text)");
      await fill();
      let acknowledged = 0;
      const insert = () =>
        pool.query("insert into rows values ($1, repeat(md5(random()::text), 3000))", [acknowledged]);
      const fails = async () => {
        for (;;) {
          await insert();
          acknowledged += 1;
        }
      };
      await expect(fails()).rejects.toThrow();
      await free();
      await vi.waitFor(insert, { timeout: PATIENCE_MS, interval: 200 });
      const { rows } = await pool.query<{ count: number }>("select count(*)::int from rows");
      expect(rows[0]?.count).toBe(acknowledged + 1);
    } finally {
      await pool.end();
      await database.stop();
    }
  });
});
