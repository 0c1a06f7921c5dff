// Checks the types three times, each time with the globals that are available at run time: the browser without Node's, the
// server without the DOM's, and everything including tests and tools with both.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { buildEnvironment, ensureInstalled, findNodeProgram, ROOT } from "./bootstrap.mjs";

/** Uses one type checker, because each further one repeats shared work, and collects garbage less often. */
const ARGS = ["--noEmit", "--checkers", "1", "--incremental"];
const GARBAGE = { GOGC: "400" };

await ensureInstalled();
const statuses = await Promise.all(["web", "server", "."].map((project) => check(project)));
process.exit(statuses.every((status) => status === 0) ? 0 : 1);

function check(/** @type {string} */ project) {
  const known = join(ROOT, "node_modules/.cache/types", `${project === "." ? "all" : project}.tsbuildinfo`);
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const args = [tsc, ...ARGS, "--tsBuildInfoFile", known, "--project", project];
  const env = { ...buildEnvironment(), ...GARBAGE };
  return new Promise((resolve) =>
    spawn(findNodeProgram(), args, { stdio: "inherit", cwd: ROOT, env }).on("close", resolve),
  );
}
