// Plain JavaScript for any Node version on the machine. Installs missing packages, and runs the TypeScript with the Node of
// package.json. All of its own output goes to standard error.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { countPackages, explainNotInstalled, hasDevelopmentPackages, isInstalled } from "./packages.mjs";
import { printProgress } from "./progress.mjs";
import { getBuildState, markBuilt } from "./state-of-build.mjs";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MODULES = join(ROOT, "node_modules");
const PACKAGED_NODE = join(MODULES, "node", "bin", "node");
/** The oldest Node version that runs TypeScript directly. */
const OLDEST_NODE = 24;
// A small young generation keeps an import of 50,000 messages near 200 MB instead of 400, at the same speed. Regular expressions
// compile to machine code at once, because V8's bytecode for a first match takes longer to create.
const FLAGS = ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=8", "--no-regexp-tier-up"];
/** A file that reduces the processor time of every start and explains how. */
const QUICK_IMPORTS = join(ROOT, "server", "quick-imports.mjs");
export const quickImportFlags = existsSync(QUICK_IMPORTS) ? [`--import=${pathToFileURL(QUICK_IMPORTS)}`] : [];
/**
 * The pause before the first restart. The pause doubles for each further restart, and is reset after a longer time without one.
 */
const FIRST_RESTART_MS = 500;
const LONGEST_RESTART_MS = 30_000;
const STEADY_MS = 60_000;
/** The operator's settings file, which may be absent. Environment variables take precedence. */
const SETTINGS = join(ROOT, ".env");
const VITE = join(MODULES, "vite", "bin", "vite.js");
const ROLLDOWN = join(MODULES, "rolldown");
const BUILD_SERVER = join(ROOT, "scripts", "build-server.mjs");

export const printNote = (/** @type {string} */ sentence) => process.stderr.write(`${sentence}\n`);

/** Installs the lockfile's packages if necessary. Without `tools`, the packages of the product are enough. */
export async function ensureInstalled({ tools = true } = {}) {
  if (isInstalled(ROOT, { tools }) && canRunTypeScript()) return;
  printNote("Installing the dependencies. The first time this takes a minute or two …");
  const { placed, sofar } = countPackages(ROOT);
  const omit = tools || hasDevelopmentPackages(ROOT) ? [] : ["--omit=dev"];
  await run("npm", ["ci", ...omit, "--no-audit", "--no-fund", "--loglevel=error"], {
    failure: explainNotInstalled,
    sofar,
  });
  printNote(`Installed ${placed()} packages.`);
}

/** Installs the packages that `npm start` needs. An installation with a dist/ but without tools stays without tools. */
export async function ensureProduct() {
  const isBare = !isInstalled(ROOT, { tools: false });
  await ensureInstalled({ tools: hasDevelopmentPackages(ROOT) || (isBare && getBuildState(ROOT) !== "current") });
  await ensureWebBuilt();
  await ensureServerBuilt();
}

/** True once the server's build was found current, so that a start hashes its sources only once. */
let isServerCurrent = false;

const hasCurrentServer = () => {
  isServerCurrent ||= getBuildState(ROOT, "server") === "current";
  return isServerCurrent;
};

/** Builds the server unless the build is current. Without tools, the sources run directly. */
export async function ensureServerBuilt() {
  if (existsSync(ROLLDOWN) && !hasCurrentServer()) await buildServer();
}

export async function buildServer() {
  printNote("Building the server …");
  await run(findNodeProgram(), [BUILD_SERVER], { failure: () => "The server could not be built." });
}

/** Returns the built program of a source file, or the source itself when the build is outdated. */
function programOf(/** @type {string} */ file) {
  const built = join(ROOT, "dist/server", `${basename(file, ".ts")}.js`);
  return existsSync(built) && hasCurrentServer() ? built : join(ROOT, file);
}

/** Builds the web part unless the build is current. Without tools, the existing `dist/` is served. */
export async function ensureWebBuilt() {
  const state = getBuildState(ROOT);
  if (state === "current") return;
  if (existsSync(VITE)) return buildWeb(["--logLevel", "warn"]);
  if (state === "outdated")
    return printNote("The pages in dist/ were built from other sources. They are served as they are.");
  printNote(
    "The pages are not built, and what builds them is not installed. Copy dist/ from a build, or run: npm ci && npm run build",
  );
  process.exit(1);
}

export async function buildWeb(/** @type {string[]} */ options) {
  printNote("Building the pages …");
  await run(findNodeProgram(), [VITE, "build", ...options], { failure: () => "The pages could not be built." });
  if (!options.includes("--outDir")) markBuilt(ROOT);
}

/**
 * Runs a program of the project (its build if that is current) and exits with its status. Passes signals on, so that the
 * program can stop cleanly. With `restart` the program is started again when it is killed, or when it fails after it reported
 * that it was ready. Its IPC channel closes when this process ends for any reason. With `settings` the program reads the file
 * .env.
 * @param {string} file
 * @param {string[]} [args]
 * @param {{ restart?: boolean, settings?: boolean }} [options]
 */
export function runProgramAndExit(file, args = process.argv.slice(2), { restart = false, settings = false } = {}) {
  let isStopping = false;
  let pauseMs = FIRST_RESTART_MS;
  const program = programOf(file);
  let child = start();

  function start() {
    const startedAt = Date.now();
    let wasReady = false;
    const ownSettings = settings && existsSync(SETTINGS) ? [`--env-file=${SETTINGS}`] : [];
    const flags = [...FLAGS, ...(program.endsWith(".ts") ? quickImportFlags : []), ...ownSettings];
    const started = spawn(findNodeProgram(), [...flags, program, ...args], {
      stdio: restart ? ["inherit", "inherit", "inherit", "ipc"] : "inherit",
      env: buildEnvironment(),
      cwd: process.cwd(),
    });
    started.on("message", (message) => {
      wasReady ||= message === "ready";
    });
    started.on("error", (error) => {
      printNote(`Node of the dependencies could not be started: ${error.message}. Remove node_modules and try again.`);
      process.exit(1);
    });
    started.on("exit", (code, signal) => {
      const isCrash = signal !== null || (wasReady && code !== 0);
      if (!restart || isStopping || !isCrash) process.exit(signal ? 1 : (code ?? 1));
      if (Date.now() - startedAt > STEADY_MS) pauseMs = FIRST_RESTART_MS;
      printNote(`The server ended unexpectedly (${signal ?? `exit code ${code}`}). Starting it again.`);
      setTimeout(() => {
        child = start();
      }, pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_RESTART_MS);
    });
    return started;
  }

  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    isStopping = true;
    // The last child process has ended and no new one runs yet, so nobody else reacts to the signal.
    if (child.exitCode !== null || child.signalCode !== null) process.exit(0);
    child.kill(signal);
  };
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, () => stop(signal));
  if (process.env.npm_lifecycle_event) stopWithNpm(() => stop("SIGTERM"));
}

/** Calls `stop` when the parent process ends: npm's shell ends at a signal without passing the signal on. */
function stopWithNpm(/** @type {() => void} */ stop) {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    stop();
  }, 250);
  watch.unref();
}

/**
 * Runs a command and shows the elapsed time. Prints the command's output afterwards, to standard error. Exits this process when
 * the command fails. `failure` derives the error message from the output.
 * @param {string} command
 * @param {string[]} args
 * @param {{ failure: (said: string) => string, sofar?: () => string, extra?: Record<string, string> }} options
 */
export async function run(command, args, { failure, sofar = () => "", extra = {} }) {
  const child = spawn(command, args, {
    stdio: ["ignore", "ignore", "pipe"],
    cwd: ROOT,
    env: { ...buildEnvironment(), ...extra },
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  const endProgress = printProgress(sofar);
  const status = await new Promise((resolve) => {
    child.on("close", resolve);
    child.on("error", (error) => {
      said += error.message;
      resolve(1);
    });
  });
  endProgress();
  if (said.trim()) printNote(said.trimEnd());
  if (status === 0) return;
  printNote(failure(said));
  process.exit(status ?? 1);
}

/**
 * Returns the Node that is one of the dependencies, which all tests use. If that package was left out (`--omit=optional`),
 * returns the machine's own Node.
 */
export const findNodeProgram = () => (existsSync(PACKAGED_NODE) ? PACKAGED_NODE : process.execPath);

const canRunTypeScript = () => existsSync(PACKAGED_NODE) || Number(process.versions.node.split(".")[0]) >= OLDEST_NODE;

/** Returns the environment variables, with the dependencies' tools first on the path. */
export function buildEnvironment() {
  return {
    // glibc keeps a memory arena per thread and rarely returns memory; other C libraries ignore the variable.
    MALLOC_ARENA_MAX: "2",
    // Caches Node's compiled sources, which halves the time of the next start and saves 25 MB.
    NODE_COMPILE_CACHE: join(MODULES, ".cache", "compiled"),
    ...process.env,
    PATH: `${join(MODULES, ".bin")}:${process.env.PATH ?? ""}`,
  };
}
