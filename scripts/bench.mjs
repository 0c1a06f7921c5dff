import { ensureInstalled, ensureWebBuilt, handOver } from "./bootstrap.mjs";

ensureInstalled();
const names = process.argv.slice(2);
if (names.length === 0 || names.includes("site")) ensureWebBuilt();
handOver("bench/bench.ts");
