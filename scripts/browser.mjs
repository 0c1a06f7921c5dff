import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { run, say } from "./bootstrap.mjs";

const CHROMIUM = "/usr/bin/chromium";
const PACKAGES = ["chromium", "fonts-liberation", "fonts-noto-core"];

/** Debian's Chromium, installed with apt when it is missing (as root, or by sudo without a password). */
export function ensureBrowser() {
  if (existsSync(CHROMIUM)) return;
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  if (asRoot.length > 0 && spawnSync("sudo", ["-n", "true"]).status !== 0) {
    say(`The browser's stories need Chromium: let an administrator run 'apt-get install ${PACKAGES.join(" ")}'.`);
    process.exit(1);
  }
  say("Installing Chromium for the browser's stories …");
  const apt = (/** @type {string[]} */ ...args) => {
    const [command = "apt-get", ...rest] = [...asRoot, "apt-get", ...args];
    run(command, rest, "Chromium could not be installed.", { DEBIAN_FRONTEND: "noninteractive" });
  };
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", ...PACKAGES);
}
