import { ensureInstalled, ensureWebBuilt, runProgramAndExit } from "./bootstrap.mjs";

await ensureInstalled();
const names = process.argv.slice(2);
// Builds the server once before the benchmarks, because otherwise each of the benchmark's six processes would build it.
const served = ["site", "bad-input", "company", "day", "memory", "hostile"];
if (names.length === 0 || names.some((name) => served.includes(name))) await ensureWebBuilt();
runProgramAndExit("tools/bench/bench.ts");
