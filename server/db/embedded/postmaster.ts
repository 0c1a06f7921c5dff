import { execFile, spawn } from "node:child_process";
import { constants, lchown, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { hasErrorCode, type LogSentence } from "./failure.ts";
import type { FolderLayout } from "./layout.ts";
import { getSpawnOptions } from "./server-user.ts";

export const SOCKET_PORT = 5432;
const SOCKET = `.s.PGSQL.${SOCKET_PORT}`;
/** A process id that no process has: higher than every system's ids, and valid as PostgreSQL's int. */
const NO_PROCESS = 2_147_483_647;
const STOP_PATIENCE_MS = 60_000;

/** A server that this process started, and whether the server has exited since. */
export interface StartedServer {
  hasExited(): boolean;
  wasKilled(): boolean;
}

/**
 * True when a server runs (or is starting) on the cluster. PostgreSQL checks only whether the process id in its lock file is
 * alive, so a zombie or another process with that id would block every start. Such an id is removed. The rest of the file
 * stays, because it protects against orphans of the dead server. Call it under the folder lock.
 */
export async function isServerRunning(layout: FolderLayout): Promise<boolean> {
  const pid = await readServerPid(layout.cluster);
  if (pid === null) return false;
  if (await isServerProcess(pid, layout.cluster)) return true;
  // A server in another container on the same folder has a process id that this process cannot see.
  if (await answers(layout)) return true;
  try {
    if (pid !== NO_PROCESS) await forgetServerPid(layout);
  } catch (error) {
    // The server was just ending, and removed its lock file.
    if (!hasErrorCode(error, "ENOENT")) throw error;
  }
  return false;
}

/** Starts the server in a session of its own, so that Ctrl-C in the terminal does not reach the server. */
export async function startServer(binaries: string, layout: FolderLayout): Promise<StartedServer> {
  // The socket's lock file also counts a reused process id as a running server, and protects nothing else.
  for (const left of [SOCKET, `${SOCKET}.lock`]) await rm(join(layout.sockets, left), { force: true });
  const output = await open(layout.startLog, "w", 0o600);
  try {
    const server = spawn(join(binaries, "postgres"), ["-D", layout.cluster, "-c", `config_file=${layout.settings}`], {
      ...getSpawnOptions(layout.user),
      detached: true,
      stdio: ["ignore", output.fd, output.fd],
    });
    let isRunnable = true;
    server.on("error", () => {
      isRunnable = false;
    });
    server.unref();
    return {
      hasExited: () => !isRunnable || server.exitCode !== null || server.signalCode !== null,
      wasKilled: () => server.signalCode !== null,
    };
  } finally {
    await output.close();
  }
}

/** Stops the server, which ends its clients' connections. Call it under the folder lock. */
export async function stopServer({ cluster }: FolderLayout, log: LogSentence): Promise<void> {
  const pid = await readServerPid(cluster);
  if (pid === null || !(await isServerProcess(pid, cluster))) return;
  // SIGINT is PostgreSQL's fast shutdown. SIGQUIT is the immediate shutdown, after which the next start recovers.
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    sendSignal(pid, signal);
    const until = Date.now() + STOP_PATIENCE_MS;
    while (Date.now() < until) {
      if (!(await isServerProcess(pid, cluster))) return;
      await sleep(20);
    }
    log(`The database server (process ${pid}) did not stop within a minute after ${signal}.`);
  }
}

export async function isServerProcess(pid: number, cluster: string): Promise<boolean> {
  const { state, command } = await describeProcess(pid);
  return state !== "" && !/^[ZX]/.test(state) && command.includes("postgres") && command.includes(cluster);
}

/** Reads the server's process id from its lock file; null without a lock file. */
export async function readServerPid(cluster: string): Promise<number | null> {
  // The lock file is empty for a moment while a server starts, and permanently after some crashes.
  for (let attempt = 0; attempt < 50; attempt++) {
    let text: string;
    try {
      text = await readFile(lockFile(cluster), "utf8");
    } catch (error) {
      if (hasErrorCode(error, "ENOENT")) return null;
      throw error;
    }
    const pid = Number.parseInt(text, 10);
    if (pid > 0) return pid;
    await sleep(20);
  }
  return NO_PROCESS - 1;
}

/** Reads the server's output since `since` (milliseconds), to explain why the server did not start. */
export async function readServerOutput(layout: FolderLayout, since: number): Promise<string> {
  const names = (await readdir(layout.logs)).filter((name) => name.endsWith(".log"));
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(layout.logs, name);
      return { path, at: (await stat(path)).mtimeMs };
    }),
  );
  const newest = files.toSorted((a, b) => a.at - b.at).at(-1);
  const log = newest ? await readTail(newest.path) : "";
  // Each log line begins with its time: '2026-11-21 05:22:36.732 UTC [20366] FATAL: …'.
  const recent = log.split("\n").filter((line) => Date.parse(`${line.slice(0, 23)}Z`) >= since);
  return [...recent, await readTail(layout.startLog)].join("\n");
}

async function readTail(path: string): Promise<string> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, 4096);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString("utf8");
  } finally {
    await handle.close();
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasErrorCode(error, "ESRCH")) throw error;
  }
}

async function forgetServerPid(layout: FolderLayout): Promise<void> {
  const file = lockFile(layout.cluster);
  // The folder belongs to the server's user, so root must not follow a link in it.
  const text = await readFile(file, { encoding: "utf8", flag: constants.O_RDONLY | constants.O_NOFOLLOW });
  const [, ...rest] = text.split("\n");
  const made = `${file}.made`;
  await rm(made, { force: true });
  await writeFile(made, [NO_PROCESS, ...(rest.length > 0 ? rest : [""])].join("\n"), { mode: 0o600, flag: "wx" });
  if (layout.user) await lchown(made, layout.user.uid, layout.user.gid);
  await rename(made, file);
}

async function answers({ sockets }: FolderLayout): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(sockets, SOCKET));
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

async function describeProcess(pid: number): Promise<{ state: string; command: string }> {
  try {
    if (process.platform === "linux") {
      const status = await readFile(`/proc/${pid}/stat`, "utf8");
      const command = await readFile(`/proc/${pid}/cmdline`, "utf8");
      return { state: status.slice(status.lastIndexOf(")") + 2), command };
    }
    const { stdout } = await promisify(execFile)("ps", ["-ww", "-o", "stat=,command=", "-p", String(pid)]);
    const [, state = "", command = ""] = /^\s*(\S+)\s+(.*)/s.exec(stdout) ?? [];
    return { state, command };
  } catch {
    return { state: "", command: "" };
  }
}

function lockFile(cluster: string): string {
  return join(cluster, "postmaster.pid");
}
