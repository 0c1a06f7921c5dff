import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { printNote } from "./bootstrap.mjs";
import { findMediaWiki, UNPACKED_MEDIAWIKI } from "./find-mediawiki.mjs";

const PHP = ["php-cli", "php-sqlite3", "php-mbstring", "php-xml", "php-intl"];
const WIKI = ["mediawiki", "mediawiki-classes"];
const LONGEST_MS = 3 * 60_000;

/**
 * Provides a MediaWiki for tests that need a real one, from Debian's packages. PHP is installed (as root). The wiki is only
 * unpacked, because installing its package would start Apache. Never fails: without MediaWiki these tests are skipped with a
 * message.
 */
export async function ensureMediaWiki() {
  if (findMediaWiki() || !isDebian() || process.getuid?.() !== 0) return;
  printNote("Unpacking MediaWiki for the tests …");
  const folder = `${UNPACKED_MEDIAWIKI}.new`;
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(dirname(UNPACKED_MEDIAWIKI), { recursive: true });
    const packages = mkdtempSync(`${folder}-packages-`);
    await run("apt-get", ["update", "-qq"]);
    await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...PHP]);
    await run("apt-get", ["download", "-qq", ...WIKI], packages);
    await run("sh", ["-c", `for one in *.deb; do dpkg -x "$one" '${folder}'; done`], packages);
    rmSync(packages, { recursive: true, force: true });
    // Renames atomically, because another test run may have finished first.
    if (!existsSync(UNPACKED_MEDIAWIKI)) renameSync(folder, UNPACKED_MEDIAWIKI);
  } catch {
    printNote("MediaWiki could not be had from Debian: the tests with a real wiki are skipped.");
  }
}

const isDebian = () =>
  existsSync("/etc/os-release") && /^ID="?debian"?$/m.test(readFileSync("/etc/os-release", "utf8"));

/** @returns {Promise<void>} */
function run(/** @type {string} */ program, /** @type {string[]} */ args, /** @type {string | undefined} */ cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      stdio: ["ignore", "ignore", "ignore"],
      timeout: LONGEST_MS,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    child.on("error", reject);
    child.on("close", (status) => (status === 0 ? resolve() : reject(new Error(`${program} failed`))));
  });
}
