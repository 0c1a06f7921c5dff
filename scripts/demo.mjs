import { ensureInstalled, ensureWebBuilt, runProgramAndExit } from "./bootstrap.mjs";

await ensureInstalled();
// The help text needs no built pages.
if (!process.argv.includes("--help")) await ensureWebBuilt();
runProgramAndExit("tools/demo/run-demo.ts");
