import { ensureInstalled, ensureWebBuilt, handOver, isWebBuilt } from "./bootstrap.mjs";

await ensureInstalled({ tools: !isWebBuilt() });
await ensureWebBuilt();
handOver("server/main.ts", process.argv.slice(2), { restart: true });
