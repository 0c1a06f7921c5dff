import { ensureInstalled, ensureWebBuilt, handOver } from "./bootstrap.mjs";

await ensureInstalled();
await ensureWebBuilt();
handOver("demo/run-demo.ts");
