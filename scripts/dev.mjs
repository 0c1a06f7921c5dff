import { ensureInstalled, runProgramAndExit } from "./bootstrap.mjs";

await ensureInstalled();
runProgramAndExit("tools/demo/run-demo.ts", ["--dev", ...process.argv.slice(2)]);
