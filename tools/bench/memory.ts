import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePorts } from "../../scripts/free-ports.mjs";
import { startStandIn } from "../stand-ins/stand-in.ts";
import { findServerProcess, importTeam, signIn } from "./busy-workspace.ts";
import { onFreshDatabase } from "./fresh-database.ts";

const START = fileURLToPath(new URL("../../scripts/start.mjs", import.meta.url));
const SAMPLES = 12;
const AT_ONCE = 24;
const LIMIT_MEGABYTES = 300;

/** The paths of pages, lists, figures and refused requests on a company's normal day. */
const PATHS = [
  "/",
  "/login",
  "/api/auth/user",
  "/api/stats",
  "/api/articles?limit=24",
  "/api/articles?search=reset",
  "/api/analytics",
  "/api/channels",
  "/api/logs?limit=200",
  "/api/logs/counts",
  "/api/runs",
  "/api/inbox",
  "/api/nothing-there",
];

/**
 * Runs web and worker in one process, as `npm start` does, with an imported export. Reports the process's memory after each
 * twelfth of 48,000 requests (`--requests` changes that).
 */
export async function benchMemory(requests = 48_000): Promise<void> {
  await onFreshDatabase(async (pool, dataDir) => {
    const cookie = await signIn(pool);
    await pool.query("update users set membership = 'owner'");
    const [port = 0] = await freePorts(1);
    const address = `http://127.0.0.1:${port}`;
    const hanging = await startStandIn("hanging", (app) => {
      app.all("/*", () => new Promise(() => {}));
    });
    const product = spawn(process.execPath, [START], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        DATABASE_URL: "",
        PORT: String(port),
        LOG_LEVEL: "fatal",
        EGRESS_ALLOW: new URL(hanging.url).host,
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    try {
      while (!(await fetch(`${address}/health/ready`).catch(() => null))?.ok) await sleep(200);
      const pid = await findServerProcess(product.pid ?? 0);
      process.stdout.write(`started                ${await readMegabytes(pid)} MB\n`);
      await importTeam(address, cookie, dataDir);
      process.stdout.write(`an export imported     ${await readMegabytes(pid)} MB\n`);
      let highest = 0;
      for (let sample = 1; sample <= SAMPLES; sample += 1) {
        await ask(address, cookie, requests / SAMPLES);
        const megabytes = await readMegabytes(pid);
        highest = Math.max(highest, megabytes);
        process.stdout.write(`${String((sample * requests) / SAMPLES).padEnd(6)} requests        ${megabytes} MB\n`);
      }
      for (const threads of [1, 6])
        process.stdout.write(
          `${threads} target threads at work  ${await megabytesWith(threads, { address, cookie, pid, url: hanging.url })} MB\n`,
        );
      process.stdout.write(
        `${highest} MB at the highest of the requests; the aim is less than ${LIMIT_MEGABYTES} MB\n`,
      );
    } finally {
      await hanging.close();
      const ended = once(product, "exit");
      product.kill("SIGTERM");
      await ended;
    }
  });
}

async function ask(address: string, cookie: string, requests: number): Promise<void> {
  let next = 0;
  const askOn = async () => {
    while (next < requests) {
      const path = PATHS[next % PATHS.length] ?? "/";
      next += 1;
      const answer = await fetch(address + path, { headers: { cookie, "accept-encoding": "gzip, deflate, br" } });
      await answer.arrayBuffer();
      if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}.`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
}

/**
 * Measures the memory while connections to platforms are tested that accept a call but never answer. Each test occupies a worker
 * thread for 8 seconds.
 */
async function megabytesWith(
  threads: number,
  { address, cookie, pid, url }: { address: string; cookie: string; pid: number; url: string },
): Promise<number> {
  const tries = Array.from({ length: threads }, (_, at) =>
    fetch(`${address}/api/integrations`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json", origin: address },
      body: JSON.stringify({
        name: `Wiki ${at}`,
        type: "confluence",
        baseUrl: url,
        spaceId: `S${at}`,
        apiKey: "a@b.example:c",
      }),
    }),
  );
  await sleep(7_000);
  const megabytes = await readMegabytes(pid);
  for (const answer of await Promise.all(tries)) if (!answer.ok) throw new Error(await answer.text());
  return megabytes;
}

/** Returns the memory of a process now, or its maximum. */
export async function readMegabytes(pid: number, which: "VmRSS" | "VmHWM" = "VmRSS"): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024);
}
