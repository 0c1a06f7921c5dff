import { ensureInstalled, ensureWebBuilt, handOver } from "./bootstrap.mjs";

await ensureInstalled();
const names = process.argv.slice(2);
if (names.length === 0 || names.includes("site") || names.includes("bad-input")) await ensureWebBuilt();
handOver("bench/bench.ts");
