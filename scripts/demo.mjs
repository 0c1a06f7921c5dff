import { ensureInstalled, ensureWebBuilt, replaceProcess } from "./bootstrap.mjs";

await ensureInstalled();
// The help text needs no built pages.
if (!process.argv.includes("--help")) await ensureWebBuilt();
replaceProcess("tools/demo/run-demo.ts");
