// Builds the server, its threads and the command line to JavaScript in dist/server, so that a start reads a few files instead
// of some 2,800. The sources stay, because styles, model weights and icons are read at run time.
import { mkdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { rolldown } from "rolldown";
import { ROOT } from "./bootstrap.mjs";
import { markBuilt } from "./state-of-build.mjs";

const PROGRAMS = [
  "server/main.ts",
  "server/cli/lorekeep.ts",
  "server/watchdog-program.ts",
  "engine/thread/engine-program.ts",
  "connectors/target-program.ts",
  "connectors/slack/export-program.ts",
];
const OUT = join(ROOT, "dist/server");
/** Packages that `pg` imports only if they are installed. */
const ABSENT = ["pg-native"];
/** Accepted warnings about the code of packages, which this project cannot change. */
const ACCEPTED = ["EVAL", "INEFFECTIVE_DYNAMIC_IMPORT"];

/** Resolves files relative to their source's folder, and thread programs relative to the program that starts them. */
const addresses = {
  name: "addresses",
  transform: {
    filter: { id: /\.ts$/, code: "import.meta.url" },
    handler(/** @type {string} */ code, /** @type {string} */ id) {
      if (id.includes("node_modules")) return null;
      const source = `new URL(${JSON.stringify(relative(OUT, id))}, import.meta.url).href`;
      return code.replace(
        /new URL\("\.\/([\w-]+-program)\.ts", import\.meta\.url\)|import\.meta\.url/g,
        (_, program) => (program ? `new URL("./${program}.js", import.meta.url)` : source),
      );
    },
  },
};

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const build = await rolldown({
  input: PROGRAMS.map((program) => join(ROOT, program)),
  cwd: ROOT,
  platform: "node",
  external: ABSENT,
  plugins: [addresses],
  onLog(level, log, report) {
    if (!ACCEPTED.includes(log.code ?? "")) report(level, log);
  },
});
// All built files are in one folder, because the file addresses above are relative to this folder.
await build.write({ dir: OUT, format: "esm", entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" });
markBuilt(ROOT, "server");
