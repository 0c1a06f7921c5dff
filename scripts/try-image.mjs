// Builds the container image of the last commit and uses it as an operator does: `npm run test:image`. Without an image
// registry, the base image is built from Debian's packages and the dependencies' Node. Needs root and Debian's buildah and
// mmdebstrap.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureInstalled, findNodeProgram, printNote, ROOT } from "./bootstrap.mjs";
import { freePort } from "./free-ports.mjs";
import { assertHolds, visitProduct } from "./visit-product.mjs";

const LONGEST_START_MS = 180_000;
const LONGEST_STOP_MS = 40_000;
const BASE = "localhost/lorekeep-base";
const IMAGE = "localhost/lorekeep";
/** A file that exists only in the base image. */
const CERTIFICATES = "/etc/ssl/npm.pem";
/** The user in the image's Containerfile. */
const USER = 10001;

await ensureInstalled();
for (const tool of ["buildah", "mmdebstrap"])
  if (spawnSync("which", [tool]).status !== 0) {
    printNote(`The image was not tried: ${tool} is missing (apt-get install buildah mmdebstrap).`);
    process.exit(1);
  }
const place = mkdtempSync(join(tmpdir(), "lorekeep-image-"));
const STORAGE = ["--root", join(place, "storage"), "--runroot", join(place, "run"), "--storage-driver", "vfs"];
/** @type {Record<string, string | number>} */
const figures = {};
try {
  makeBase();
  const source = join(place, "source");
  command("git", ["clone", "--quiet", "--no-hardlinks", ROOT, source]);
  const startedAt = Date.now();
  const npmrc = join(place, "npmrc");
  writeFileSync(npmrc, `registry=${npmSetting("registry")}\n${certificates() ? `cafile=${CERTIFICATES}\n` : ""}`);
  const secret = ["--secret", `id=npmrc,src=${npmrc}`];
  buildah("bud", "--build-arg", `BASE=${BASE}`, ...secret, "--file", "Containerfile", "--tag", IMAGE, source);
  figures["building the image (s)"] = seconds(startedAt);
  figures["the image without its base (MB)"] = sizeOf(IMAGE) - sizeOf(BASE);
  const container = buildah("from", IMAGE).trim();
  assertHolds(said(container, "version").trim() !== "", "'lorekeep version' prints nothing");
  const root = buildah("mount", container).trim();
  for (const tool of ["vite", "vitest", "typescript", "@playwright/test"])
    assertHolds(!existsSync(join(root, "lorekeep/node_modules", tool)), `${tool} is in the image`);
  await useProduct(container, root);
} finally {
  rmSync(place, { recursive: true, force: true });
}
for (const [name, value] of Object.entries(figures)) printNote(`${String(value).padStart(6)}  ${name}`);
printNote("The image works.");

/** Builds a base image of Debian with Node and npm, like Node's official images. */
function makeBase() {
  const tar = join(place, "base.tar");
  command("mmdebstrap", ["--variant=minbase", "--include=ca-certificates", "--quiet", "bookworm", tar]);
  const container = buildah("from", "scratch").trim();
  buildah("add", "--quiet", container, tar, "/");
  buildah("copy", "--quiet", container, findNodeProgram(), "/usr/local/bin/node");
  const npm = join(spawnSync("npm", ["root", "--global"], { encoding: "utf8" }).stdout.trim(), "npm");
  buildah("copy", "--quiet", container, npm, "/usr/local/lib/node_modules/npm");
  const own = certificates();
  if (own) buildah("copy", "--quiet", container, own, CERTIFICATES);
  buildah("run", container, "--", "ln", "-s", "../lib/node_modules/npm/bin/npm-cli.js", "/usr/local/bin/npm");
  buildah("commit", "--quiet", container, BASE);
  rmSync(tar);
}

function npmSetting(/** @type {string} */ name) {
  return spawnSync("npm", ["config", "get", name], { encoding: "utf8" }).stdout.trim();
}

/** Returns the certificates of a company's own registry, or null. */
function certificates() {
  const file = npmSetting("cafile");
  return existsSync(file) ? file : null;
}

/** Starts the image with its empty volume, visits the product and stops it with SIGTERM. */
async function useProduct(/** @type {string} */ container, /** @type {string} */ root) {
  const port = await freePort();
  const mark = join(place, "mark");
  writeFileSync(mark, "");
  const startedAt = Date.now();
  const child = spawn(
    "buildah",
    STORAGE.concat(
      ["run", "--isolation", "chroot", "--env", `PORT=${port}`],
      ["--env", "HOST=127.0.0.1", "--env", "LOG_LEVEL=warn", container, "--", "lorekeep", "start"],
    ),
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = new Promise((resolve) => child.once("exit", resolve));
  let told = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    told += text;
  });
  try {
    while (!told.includes("is ready")) {
      assertHolds(child.exitCode === null && Date.now() - startedAt < LONGEST_START_MS, `it did not start:\n${told}`);
      await sleep(100);
    }
    figures["first start, with its database (s)"] = seconds(startedAt);
    const data = volumeWithKeys();
    await visitProduct(`http://localhost:${port}`, join(data, "outbox")).catch((error) => {
      throw new Error(`${error.message} The product said:\n${told}`);
    });
  } finally {
    spawnSync("pkill", ["-TERM", "-U", String(USER), "-f", "server/main.js"]);
    const outcome = await Promise.race([ended, sleep(LONGEST_STOP_MS, "late", { ref: false })]);
    assertHolds(outcome === 0, `it ended with ${outcome} after SIGTERM:\n${told}`);
  }
  const { stdout } = spawnSync(
    "find",
    [root, "-xdev", "-type", "f", "-newer", mark, "-not", "-path", `${root}/tmp/*`],
    {
      encoding: "utf8",
    },
  );
  const written = stdout.split("\n").filter((path) => path && !path.startsWith(join(root, "data")));
  assertHolds(written.length === 0, `it wrote outside /data and /tmp: ${written.slice(0, 5)}`);
}

/** Returns the folder behind /data. Keys and outbox in it must belong to the product's user. */
function volumeWithKeys() {
  const { stdout } = spawnSync(
    "find",
    [join(place, "storage"), "-path", "*/buildah-volumes/*", "-user", String(USER), "-name", "app-keys"],
    { encoding: "utf8" },
  );
  const [keys] = stdout.split("\n");
  assertHolds(Boolean(keys), "the keys are not in the volume of the image");
  return dirname(keys ?? "");
}

function said(/** @type {string} */ container, /** @type {string[]} */ ...args) {
  return buildah("run", "--isolation", "chroot", container, "--", "lorekeep", ...args);
}

/** Runs buildah. Images are in the temporary folder and deleted with it. The simplest storage driver works in every sandbox. */
function buildah(/** @type {string[]} */ ...args) {
  return command("buildah", [...STORAGE, ...args]);
}

function command(/** @type {string} */ program, /** @type {string[]} */ args) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    env: { ...process.env, BUILDAH_ISOLATION: "chroot" },
    maxBuffer: 256 * 1024 * 1024,
  });
  assertHolds(
    status === 0,
    `${program} ${args.slice(0, 8).join(" ")} failed:\n${stdout?.slice(-3000)}${stderr?.slice(-3000)}`,
  );
  return stdout;
}

function sizeOf(/** @type {string} */ image) {
  const { size } = JSON.parse(buildah("images", "--json", image))[0];
  const [number, unit] = String(size).split(" ");
  return Math.round(Number(number) * (unit === "GB" ? 1000 : 1));
}

function seconds(/** @type {number} */ since) {
  return Math.round((Date.now() - since) / 1000);
}
