import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { FolderLayout } from "../../server/db/embedded/layout.ts";
import { isServerProcess, readServerPid } from "../../server/db/embedded/postmaster.ts";

const MAIN = fileURLToPath(new URL("../../server/main.ts", import.meta.url));

interface Slot {
  service: "web" | "worker";
  port: number;
  process: ChildProcess;
  /** Resolves when the process reports that it is ready. */
  ready: Promise<void>;
}

/** Two web and two worker processes of the product, on one data folder. */
export class Processes {
  readonly addresses: string[];
  /** The last output of processes that ended without being killed. */
  readonly deaths: string[] = [];
  readonly #slots: Slot[] = [];
  readonly #environment: Record<string, string>;
  readonly #replaced = new Set<ChildProcess>();
  #main: string;
  #isStopping = false;

  /** `main` is the start file of the release to run. */
  constructor(ports: number[], environment: Record<string, string>, main = MAIN) {
    this.#environment = environment;
    this.#main = main;
    this.addresses = ports.map((port) => `http://127.0.0.1:${port}`);
    for (const port of ports) this.#slots.push(this.#start("web", port));
    for (let worker = 0; worker < 2; worker += 1) this.#slots.push(this.#start("worker", 0));
  }

  /** Kills one process with SIGKILL and starts a new process at once. `which` is a number from 0 to below 1. */
  async killOne(which: number): Promise<void> {
    const index = Math.floor(which * this.#slots.length);
    const slot = this.#slots[index];
    if (!slot) return;
    const ended = once(slot.process, "exit");
    slot.process.kill("SIGKILL");
    if (slot.process.exitCode === null && slot.process.signalCode === null) await ended;
    this.#slots[index] = this.#start(slot.service, slot.port);
  }

  /** Kills and restarts one worker. */
  killWorker(which: number): Promise<void> {
    const workers = this.#slots.filter(({ service }) => service === "worker").length;
    return this.killOne(1 - ((1 - which) * workers) / this.#slots.length);
  }

  /** The ids of the running workers. */
  get workers(): number[] {
    return this.#slots.flatMap(({ service, process: { pid } }) => (service === "worker" && pid ? [pid] : []));
  }

  /** Waits until all running processes are ready. */
  async untilReady(): Promise<void> {
    await Promise.all(this.#slots.map(({ ready }) => ready));
  }

  /**
   * Replaces the processes by this release one after the other. Stops each process as an operator does, and continues when the
   * new process is ready.
   */
  async replaceAll(): Promise<void> {
    this.#main = MAIN;
    for (const [index, { service, port, process }] of this.#slots.entries()) {
      this.#replaced.add(process);
      const ended = once(process, "exit");
      process.kill("SIGTERM");
      const [code] = await ended;
      if (code !== 0) this.deaths.push(`${service} ended with ${code} when it was to stop`);
      const slot = this.#start(service, port);
      this.#slots[index] = slot;
      await slot.ready;
    }
  }

  /** The time from a kill until the new process answers. */
  async measureStartMs(): Promise<number> {
    const since = performance.now();
    await this.killOne(0);
    for (;;) {
      const answer = await fetch(`${this.addresses[0]}/health/live`).catch(() => null);
      if (answer?.ok) return performance.now() - since;
      await sleep(20);
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const running = this.#slots.map(({ process }) => process).filter((one) => one.exitCode === null && !one.signalCode);
    const ended = running.map((one) => once(one, "exit"));
    for (const one of running) one.kill("SIGTERM");
    await Promise.all(ended);
  }

  #start(service: Slot["service"], port: number): Slot {
    const child = spawn(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", this.#main, `--services=${service}`],
      {
        env: { ...process.env, ...this.#environment, PORT: String(port) },
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    let words = "";
    const ready = new Promise<void>((resolve) => {
      child.stderr?.on("data", (chunk: Buffer) => {
        words = (words + chunk.toString()).slice(-2000);
        if (words.includes(" is ready: ")) resolve();
      });
    });
    const slot: Slot = { service, port, process: child, ready };
    // Restarts a process that ends without being killed, as a process manager does.
    child.on("exit", (code, signal) => {
      if (signal === "SIGKILL" || this.#isStopping || this.#replaced.has(child)) return;
      this.deaths.push(`${service} ended with ${code ?? signal}: ${words.trim()}`);
      const index = this.#slots.indexOf(slot);
      if (index >= 0) this.#slots[index] = this.#start(service, port);
    });
    return slot;
  }
}

/** Kills the embedded database server. Returns false when the server was already down. */
export async function killPostgres(layout: FolderLayout): Promise<boolean> {
  const pid = await readServerPid(layout.cluster);
  if (pid === null || !(await isServerProcess(pid, layout.cluster))) return false;
  process.kill(pid, "SIGKILL");
  return true;
}

export async function isPostgresRunning(layout: FolderLayout): Promise<boolean> {
  const pid = await readServerPid(layout.cluster);
  return pid !== null && (await isServerProcess(pid, layout.cluster));
}
