import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { say } from "./bootstrap.mjs";

const WANTED = "/usr/bin/chromium-headless-shell";
const ALSO_GOOD = "/usr/bin/chromium";
const PACKAGES = ["chromium-headless-shell", "fonts-liberation", "fonts-noto-core"];

/** Debian's Chromium (playwright.config.ts), installed with apt when it is missing: as root, or by sudo without a password. */
export function ensureBrowser() {
  if (existsSync(WANTED)) return;
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const mayInstall = asRoot.length === 0 || spawnSync("sudo", ["-n", "true"]).status === 0;
  if (!mayInstall) {
    if (existsSync(ALSO_GOOD)) return;
    say(`The tests need Chromium: let an administrator run 'apt-get install ${PACKAGES.join(" ")}'.`);
    process.exit(1);
  }
  say("Installing Chromium for the tests …");
  const apt = (/** @type {string[]} */ ...args) => {
    const [command = "apt-get", ...rest] = [...asRoot, "apt-get", ...args];
    const { status } = spawnSync(command, rest, {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    return status === 0;
  };
  apt("update", "-qq");
  if (apt("install", "-y", "-qq", "--no-install-recommends", ...PACKAGES) || existsSync(ALSO_GOOD)) return;
  say("Chromium could not be installed.");
  process.exit(1);
}
