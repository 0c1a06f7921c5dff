// Runs one TypeScript file with the Node of the dependencies, because an older Node cannot run TypeScript.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, ROOT, runProgramAndExit } from "./bootstrap.mjs";

const [file, ...args] = process.argv.slice(2);
if (!file?.endsWith(".ts") || !existsSync(join(ROOT, file))) {
  process.stderr.write("Say which file, from the project's folder: npm run file -- tools/e2e/screenshots.ts FOLDER\n");
  process.exit(2);
}
await ensureInstalled();
runProgramAndExit(file, args);
