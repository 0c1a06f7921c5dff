import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePorts } from "../../scripts/free-ports.mjs";
import { onFreshDatabase } from "./fresh-database.ts";

const MAIN = fileURLToPath(new URL("../../server/main.ts", import.meta.url));
const HELLO = `require("node:http").createServer((_, answer) => answer.end("hello")).listen(+process.argv[1], "127.0.0.1")`;
const VISITORS = 32;
const WARM_UP_MS = 2_000;
const MEASURED_MS = 6_000;
const AIM_PER_SECOND = 1_000;

/**
 * Simulates visitors of the public pages on one production web process: 32 connections request one page after the other.
 * Reports requests per second and the 99th percentile. Also reports the share of the rate of a server that answers 'hello',
 * measured before and after. Fails when a page is below 1,000 requests a second.
 */
export async function benchSite(): Promise<void> {
  await onFreshDatabase(async (_, dataDir) => {
    const [port = 0, helloPort = 0] = await freePorts(2);
    const product = start([MAIN, "--services=web"], { DATA_DIR: dataDir, DATABASE_URL: "", PORT: String(port) });
    const hello = start(["-e", HELLO, String(helloPort)]);
    const site = `http://127.0.0.1:${port}`;
    try {
      await untilItAnswers(`${site}/health/live`);
      const before = await load("a server that answers 'hello'", `http://127.0.0.1:${helloPort}/`, 200);
      const rates = new Map<string, number>();
      for (const path of ["/", "/pricing", "/auto-kb-from-slack", "/privacy-policy"]) {
        rates.set(path, await load(path, site + path, 200));
        const { etag = "" } = (await ask(new Agent(), site + path)).headers;
        rates.set(`${path} not changed`, await load(`${path} not changed`, site + path, 304, etag));
      }
      const after = await load("a server that answers 'hello'", `http://127.0.0.1:${helloPort}/`, 200);
      const bare = (before + after) / 2;
      const [slowest = "", rate = 0] = [...rates].toSorted(([, a], [, b]) => a - b)[0] ?? [];
      process.stdout.write(`slowest ${slowest}: ${(rate / bare).toFixed(2)} of 'hello'\n`);
      if (rate < AIM_PER_SECOND) throw new Error(`${slowest} is answered ${rate.toFixed(0)} times a second.`);
    } finally {
      await Promise.all([stop(product), stop(hello)]);
    }
  });
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
}

/** Returns requests per second. */
async function load(name: string, address: string, status: number, etag?: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: VISITORS });
  const started = performance.now();
  const from = started + WARM_UP_MS;
  const until = from + MEASURED_MS;
  const times: number[] = [];
  let last: Answer | undefined;
  const visit = async () => {
    for (let now = started; now < until; ) {
      const asked = now;
      last = await ask(agent, address, etag);
      if (last.status !== status) throw new Error(`${name}: ${last.status} instead of ${status}.`);
      now = performance.now();
      if (asked >= from) times.push(now - asked);
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visit));
  agent.destroy();
  times.sort((a, b) => a - b);
  const rate = (times.length / MEASURED_MS) * 1000;
  const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
  const { "content-encoding": encoding = "as it is", "content-length": bytes = "0" } = last?.headers ?? {};
  process.stdout.write(
    `${name.padEnd(34)} ${rate.toFixed(0).padStart(6)} requests/s, 99th percentile ${p99.toFixed(1).padStart(5)} ms, ${status}, ${bytes} bytes ${encoding}\n`,
  );
  return rate;
}

function ask(agent: Agent, address: string, etag?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { accept: "text/html", "accept-encoding": "gzip, br", ...(etag && { "if-none-match": etag }) };
    request(address, { agent, headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
      answer.on("error", reject);
    })
      .on("error", reject)
      .end();
  });
}

const start = (args: string[], variables: Record<string, string> = {}) =>
  spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "ignore", "inherit"],
  });

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

async function untilItAnswers(address: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error("The product did not start.");
}
