import { ensureInstalled, ensureWebBuilt, handOver } from "./bootstrap.mjs";

await ensureInstalled();
await ensureWebBuilt();
handOver("server/main.ts", process.argv.slice(2), { restart: true });
