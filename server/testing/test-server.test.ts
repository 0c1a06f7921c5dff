import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { createTestDatabase } from "./test-db.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

const folder = await mkdtemp(join(tmpdir(), "lorekeep-server-"));

afterAll(() => rm(folder, { recursive: true, force: true }));

it("gives each test file a database of its own, with the product's tables", async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await one.pool.query("insert into workspaces (id, name) values (gen_random_uuid(), 'mine')");
  expect((await one.pool.query("select count(*) from workspaces")).rows).toEqual([{ count: 1 }]);
  expect((await other.pool.query("select count(*) from workspaces")).rows).toEqual([{ count: 0 }]);
  await Promise.all([one.drop(), other.drop()]);
});

it("removes what a killed run left, at the next run", async () => {
  const script = join(folder, "run.ts");
  const module = pathToFileURL(join(import.meta.dirname, "test-server.ts"));
  writeFileSync(
    script,
    `import { startTestServer } from ${JSON.stringify(module)};
     const server = await startTestServer(undefined, async () => undefined);
     console.log(JSON.stringify(server));
     setInterval(() => undefined, 1000);`,
  );
  const run = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface({ input: run.stdout }), "line")) as [string];
  const { connection } = JSON.parse(line) as TestServer;
  if (typeof connection === "string") throw new Error("Not an embedded server.");
  const left = dirname(dirname(connection.host ?? ""));
  expect(existsSync(left)).toBe(true);
  run.kill("SIGKILL");
  await once(run, "exit");

  const next = await startTestServer(undefined, async () => undefined);
  await next.stop();
  expect(existsSync(left)).toBe(false);
});
