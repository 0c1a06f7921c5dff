import { ensureInstalled, handOver } from "./bootstrap.mjs";

await ensureInstalled();
handOver("demo/run-demo.ts", ["--dev", ...process.argv.slice(2)]);
