import { ensureInstalled, handOver } from "./bootstrap.mjs";

ensureInstalled();
handOver("demo/run-demo.ts", ["--dev", ...process.argv.slice(2)]);
