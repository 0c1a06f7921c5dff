import { ensureInstalled, replaceProcess } from "./bootstrap.mjs";

await ensureInstalled();
replaceProcess("tools/demo/run-demo.ts", ["--dev", ...process.argv.slice(2)]);
