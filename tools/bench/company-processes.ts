import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePorts } from "../../scripts/free-ports.mjs";
import { findServerProcess } from "./busy-workspace.ts";

const START = fileURLToPath(new URL("../../scripts/start.mjs", import.meta.url));

/** The time limit for starting, by the benchmark's clock, which may run faster than real time. */
const STARTS_WITHIN_MS = 1_800_000;

/** Memory and processor time of one process at one moment. */
interface ProcessSample {
  megabytes: number;
  files: number;
}

export interface Process {
  name: string;
  address: string;
  looks: ProcessSample[];
  /** Takes a sample of the process now. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts web and worker processes on one database, each as `npm start` does. */
export async function startProcesses(
  variables: Record<string, string>,
  { web, workers }: { web: number; workers: number },
): Promise<Process[]> {
  const ports = await freePorts(web + workers);
  return Promise.all(
    ports.map((port, index) =>
      index < web
        ? startProcess(`web ${index + 1}`, port, "web", variables)
        : startProcess(`worker ${index - web + 1}`, port, "worker", variables),
    ),
  );
}

async function startProcess(
  name: string,
  port: number,
  service: string,
  variables: Record<string, string>,
): Promise<Process> {
  const child = spawn(process.execPath, [START, `--services=${service}`], {
    env: { ...process.env, ...variables, [service === "web" ? "PORT" : "HEALTH_PORT"]: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  // Also stops the child process if the benchmark fails.
  process.once("exit", () => child.kill("SIGTERM"));
  const address = `http://127.0.0.1:${port}`;
  await untilReady(address, child);
  const pid = await findServerProcess(child.pid ?? 0);
  const looks: ProcessSample[] = [];
  return {
    name,
    address,
    looks,
    look: async () => void looks.push(await lookAt(pid)),
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function lookAt(pid: number): Promise<ProcessSample> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const files = await readdir(`/proc/${pid}/fd`);
  return { megabytes: Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024, files: files.length };
}

async function untilReady(address: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + STARTS_WITHIN_MS;
  while (performance.now() < until && child.exitCode === null) {
    const answer = await fetch(`${address}/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await sleep(250);
  }
  throw new Error("A process did not start.");
}
