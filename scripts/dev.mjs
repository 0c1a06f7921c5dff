import { ensureInstalled, replaceProcess } from "./bootstrap.mjs";

await ensureInstalled();
replaceProcess("demo/run-demo.ts", ["--dev", ...process.argv.slice(2)]);
