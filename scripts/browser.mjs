import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildEnvironment, findNodeProgram, printNote, ROOT } from "./bootstrap.mjs";
import { chooseBrowserSource } from "./find-browser.mjs";

const PACKAGES = ["chromium-headless-shell", "fonts-liberation", "fonts-noto-core"];
const OTHERWISE = "Install Chromium or Google Chrome and name it: CHROMIUM=/path/to/chrome npm test";

/**
 * Finds a browser for the tests: the browser named in CHROMIUM, an installed browser, Debian's package (as root, or by sudo
 * without a password), or Playwright's own, which needs no permissions. Exits with advice if there is none.
 */
export function ensureBrowser() {
  const way = chooseBrowserSource({ env: process.env, exists: existsSync, osRelease, isAdministrator });
  if (way === "present") return;
  if (way === "wrong-setting") return giveUp(`CHROMIUM names ${process.env["CHROMIUM"]}, and no program is there.`);
  if (way === "packages" && installPackages()) return;
  if (installPlaywrights()) return;
  giveUp("The tests need Chromium, and it could not be installed.");
}

function giveUp(/** @type {string} */ why) {
  printNote(`${why} ${OTHERWISE}`);
  process.exit(1);
}

function osRelease() {
  return existsSync("/etc/os-release") ? readFileSync("/etc/os-release", "utf8") : "";
}

const asRoot = () => (process.getuid?.() === 0 ? [] : ["sudo", "-n"]);
const isAdministrator = () => asRoot().length === 0 || spawnSync("sudo", ["-n", "true"]).status === 0;

function installPackages() {
  printNote("Installing Chromium for the tests …");
  const apt = (/** @type {string[]} */ ...args) => {
    const [command = "apt-get", ...rest] = [...asRoot(), "apt-get", ...args];
    const { status } = spawnSync(command, rest, {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    return status === 0;
  };
  apt("update", "-qq");
  return apt("install", "-y", "-qq", "--no-install-recommends", ...PACKAGES);
}

/** Installs Playwright's browser into the user's own cache. Returns at once if the browser is already installed. */
function installPlaywrights() {
  const cli = join(ROOT, "node_modules", "@playwright", "test", "cli.js");
  const { status } = spawnSync(findNodeProgram(), [cli, "install", "--only-shell", "chromium"], {
    stdio: ["ignore", 2, 2],
    env: buildEnvironment(),
  });
  return status === 0;
}
