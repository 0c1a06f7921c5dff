// Plain JavaScript for whatever Node the machine has: installs what is missing, then hands over to the Node of package.json,
// which runs the TypeScript as it is. Everything it says goes to standard error.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { countPackages, whyNotInstalled } from "./packages.mjs";
import { tellProgress } from "./progress.mjs";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MODULES = join(ROOT, "node_modules");
const NODE = join(MODULES, "node", "bin", "node");
// A small young generation keeps an import of 50,000 messages near 200 MB instead of 400 at the same speed.
const FLAGS = ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=8"];
const WEB_SOURCES = [
  "web",
  "shared",
  "connectors",
  "scripts/site",
  "server/http/pages/bar.css",
  "vite.config.ts",
  "package-lock.json",
];

export const say = (/** @type {string} */ sentence) => process.stderr.write(`${sentence}\n`);

/** Installs the dependencies unless they are those of the lockfile. */
export async function ensureInstalled() {
  if (changedAt(join(MODULES, ".package-lock.json")) >= changedAt(join(ROOT, "package-lock.json")) && existsSync(NODE))
    return;
  say("Installing the dependencies. The first time this takes a minute or two …");
  const { placed, sofar } = countPackages(ROOT);
  await run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { failure: whyNotInstalled, sofar });
  say(`Installed ${placed()} packages.`);
}

/** Builds the browser's part unless it is newer than its sources. */
export async function ensureWebBuilt() {
  const built = changedAt(join(ROOT, "dist", "web", "index.html"));
  if (built > Math.max(...WEB_SOURCES.map((name) => newestIn(join(ROOT, name))))) return;
  say("Building the pages …");
  const vite = [join(MODULES, "vite", "bin", "vite.js"), "build", "--logLevel", "warn"];
  await run(NODE, vite, { failure: () => "The pages could not be built." });
}

/** Runs a TypeScript file of the project and ends as it ends. Signals go to it, so that it can stop in good order. */
export function handOver(/** @type {string} */ file, /** @type {string[]} */ args = process.argv.slice(2)) {
  const child = spawn(NODE, [...FLAGS, join(ROOT, file), ...args], {
    stdio: "inherit",
    env: environment(),
    cwd: process.cwd(),
  });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) stopWithNpm(child);
  child.on("error", (error) => {
    say(`Node of the dependencies could not be started: ${error.message}. Remove node_modules and try again.`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

/** npm's shell ends at a signal without passing it on; that it is gone is how we hear of it. */
function stopWithNpm(/** @type {import("node:child_process").ChildProcess} */ child) {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    child.kill("SIGTERM");
  }, 250);
  watch.unref();
}

/**
 * Runs a command and says how long it takes; what it writes comes afterwards, on standard error. Ends the whole program when
 * it fails. `failure` makes a sentence of what it wrote.
 * @param {string} command
 * @param {string[]} args
 * @param {{ failure: (said: string) => string, sofar?: () => string, extra?: Record<string, string> }} options
 */
export async function run(command, args, { failure, sofar = () => "", extra = {} }) {
  const child = spawn(command, args, {
    stdio: ["ignore", "ignore", "pipe"],
    cwd: ROOT,
    env: { ...environment(), ...extra },
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  const endProgress = tellProgress(sofar);
  const status = await new Promise((resolve) => {
    child.on("close", resolve);
    child.on("error", (error) => {
      said += error.message;
      resolve(1);
    });
  });
  endProgress();
  if (said.trim()) say(said.trimEnd());
  if (status === 0) return;
  say(failure(said));
  process.exit(status ?? 1);
}

export const node = NODE;

/** With the tools of the dependencies first on the path. */
export function environment() {
  // glibc keeps memory in an arena for each thread and gives little of it back; other C libraries do not know the variable.
  return { MALLOC_ARENA_MAX: "2", ...process.env, PATH: `${join(MODULES, ".bin")}:${process.env.PATH ?? ""}` };
}

function changedAt(/** @type {string} */ path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}

function newestIn(/** @type {string} */ path) {
  if (!existsSync(path)) return 0;
  if (!statSync(path).isDirectory()) return changedAt(path);
  return Math.max(changedAt(path), ...readdirSync(path).map((name) => newestIn(resolve(path, name))));
}
