import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findLayout, removeDataFolder } from "./db/embedded/layout.ts";
import { readServerPid } from "./db/embedded/postmaster.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-db.ts";

/** The program that `npm start` runs: the built server, or the source if there is no build. */
const MAIN = process.env["BUILT_SERVER"]
  ? join(process.env["BUILT_SERVER"], "main.js")
  : fileURLToPath(new URL("./main.ts", import.meta.url));
const BOOTSTRAP = fileURLToPath(new URL("../scripts/bootstrap.mjs", import.meta.url));
const DEMO = fileURLToPath(new URL("../tools/demo/run-demo.ts", import.meta.url));
let folder: string;
let database: TestDatabase;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lorekeep-main-"));
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null && !child.signalCode) child.kill("SIGKILL");
});
afterAll(async () => {
  await database.drop();
  // Removes the database of the data folder. If only root may open the data folder, the database is in another folder.
  await removeDataFolder(join(folder, "broken-off"));
  await rm(folder, { recursive: true, force: true });
});

function databaseUrl(): string {
  const { connection } = database;
  if (typeof connection === "string") return connection;
  const { host = "", port, user, database: name } = connection;
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`;
}

function start(file: string, args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", file, ...args], {
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      NODE_OPTIONS: process.env["NODE_OPTIONS"],
      TMPDIR: process.env["TMPDIR"],
      DATA_DIR: join(folder, "data"),
      DATABASE_URL: databaseUrl(),
      PORT: "0",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const started = { child, words: "", ended: once(child, "exit") as Promise<[number | null, string | null]> };
  child.stdout.on("data", (chunk: Buffer) => {
    started.words += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    started.words += chunk.toString();
  });
  return started;
}

async function childOf({ pid }: ChildProcess): Promise<number> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid="]);
  const processes = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  return processes.find(([, parent]) => parent === pid)?.[0] ?? Number.NaN;
}

const answers = (address: string): Promise<boolean> =>
  fetch(`${address}/health/live`).then(
    () => true,
    () => false,
  );

describe("The server", () => {
  it("says where it is, what it uses and what is missing, and stops in good order: not ready, still serving, then gone", async () => {
    const web = start(MAIN, ["--services=web"]);
    const worker = start(MAIN, ["--services=worker"]);
    await expect.poll(() => web.words).toContain("Payment:");
    await expect.poll(() => worker.words).toContain("ready: worker");
    for (const line of ["ready: web", "Address:", "Database: PostgreSQL", "Data folder:", "Engine:", "Mail: none"])
      expect(web.words).toContain(line);
    expect(web.words).toMatch(/Nobody can sign in yet\. .*http\S+\/first-person\?token=[\w-]{43}/);
    expect(web.words).toContain(
      `user create you@company.com --first-name You --last-name Name --data-dir ${join(folder, "data")}`,
    );
    expect(worker.words).not.toContain("first-person");
    const address = /listening on (http:\S+?)\)/.exec(web.words)?.[1] ?? "";
    const ready = async () => (await fetch(`${address}/health/ready`, { headers: { connection: "close" } })).json();
    expect(await ready()).toEqual({ ready: true });
    web.child.kill("SIGTERM");
    await expect.poll(ready).toEqual({ ready: false });
    expect((await fetch(`${address}/health/live`)).status).toBe(200);
    expect(await web.ended).toEqual([0, null]);
    await expect(ready()).rejects.toThrow();
    worker.child.kill("SIGINT");
    expect(await worker.ended).toEqual([0, null]);
  });

  it("ASVS 16.5.4 logs an error that nobody caught and stops in order, so that a new process takes over", async () => {
    const fault = "process.on('SIGUSR2', () => { throw new Error('planted'); })";
    const worker = start(MAIN, ["--services=worker"], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURI(fault)}`,
    });
    await expect.poll(() => worker.words).toContain("ready: worker");
    worker.child.kill("SIGUSR2");
    expect(await worker.ended).toEqual([1, null]);
    expect(worker.words).toContain("Something nobody caught");
    expect(worker.words).toContain("planted");
  });

  it("is ended by its watchdog once its event loop does not turn, and not before", async () => {
    const stuck = start(fileURLToPath(new URL("./testing/stuck-process.ts", import.meta.url)), []);
    expect(await stuck.ended).toEqual([null, "SIGKILL"]);
    expect(stuck.words).toMatch(/^stuck\n.*answered nobody\. It is ended\./);
  });

  it("tells in a sentence why it does not start", async () => {
    const taken: Server = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    const file = join(folder, "a-file");
    await writeFile(file, "");
    const starts = {
      [`Port ${port} of 127.0.0.1 is in use by another program. End it, or set PORT to another number.\n`]: start(
        MAIN,
        ["--services=web"],
        { PORT: String(port) },
      ),
      "or set DATA_DIR to another folder.\n": start(MAIN, [], { DATA_DIR: join(file, "data") }),
      "--services knows web and worker, not wbe.\n": start(MAIN, ["--services=wbe"]),
    };
    for (const [sentence, started] of Object.entries(starts)) {
      expect(await started.ended).toEqual([1, null]);
      expect(started.words).toContain(sentence);
      expect(started.words).not.toMatch(/^\s+at /m);
    }
    taken.close();
  });

  it("is started again when it is killed, says when it has the port already, and ends when its starter is killed", async () => {
    const starter = join(folder, "starter.mjs");
    const handOver = `runProgramAndExit("server/main.ts", ["--services=web"], { restart: true });`;
    await writeFile(starter, `import { runProgramAndExit } from ${JSON.stringify(BOOTSTRAP)};\n${handOver}`);
    const started = start(starter, []);
    const addresses = () => [...started.words.matchAll(/listening on http:\/\/(\S+?):(\d+)\)/g)];
    await expect.poll(addresses).toHaveLength(1);
    const killed = await childOf(started.child);
    process.kill(killed, "SIGKILL");
    await expect.poll(addresses).toHaveLength(2);
    const server = await childOf(started.child);
    expect(server).not.toBe(killed);

    const [, HOST = "", PORT = ""] = addresses()[1] ?? [];
    const second = start(MAIN, ["--services=web"], { HOST, PORT });
    expect(await second.ended).toEqual([1, null]);
    expect(second.words).toContain(`Lorekeep runs already: it has port ${PORT} of ${HOST}. Stop that one first`);

    started.child.kill("SIGKILL");
    try {
      await expect.poll(() => answers(`http://${HOST}:${PORT}`)).toBe(false);
    } catch (error) {
      process.kill(server, "SIGKILL");
      throw error;
    }
  });

  it("that is stopped in the middle of its start leaves no database server behind", async () => {
    const dataDir = await mkdtemp(join(folder, "broken-off-"));
    const server = start(MAIN, [], { DATABASE_URL: "", DATA_DIR: dataDir });
    await expect.poll(() => server.words).toContain("Making a new database");
    server.child.kill("SIGTERM");
    expect(await server.ended).toEqual([0, null]);
    const { cluster } = await findLayout(dataDir, () => undefined);
    expect(await readServerPid(cluster)).toBeNull();
  });
});

describe("The demo", () => {
  it("stopped by a Ctrl-C that reaches it twice leaves neither its folder nor a database server", async () => {
    const temporary = await mkdtemp(join(folder, "tmp-"));
    const demo = start(DEMO, ["--once"], { TMPDIR: temporary });
    await expect.poll(() => demo.words).toContain("Connected");
    demo.child.kill("SIGINT");
    demo.child.kill("SIGINT");
    expect(await demo.ended).toEqual([0, null]);
    expect(await readdir(temporary)).toEqual([]);
  });
});
