// The types three times over, each with the globals that its code has when it runs: the browser without Node's, the server
// without the DOM's, and everything, tests and tools included, with both.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled, environment, nodeProgram, ROOT } from "./bootstrap.mjs";

await ensureInstalled();
const statuses = await Promise.all(["web", "server", "."].map((project) => check(project)));
process.exit(statuses.every((status) => status === 0) ? 0 : 1);

function check(/** @type {string} */ project) {
  const args = [join(ROOT, "node_modules/typescript/bin/tsc"), "--noEmit", "--project", project];
  return new Promise((resolve) =>
    spawn(nodeProgram(), args, { stdio: "inherit", cwd: ROOT, env: environment() }).on("close", resolve),
  );
}
