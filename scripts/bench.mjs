import { ensureInstalled, handOver } from "./bootstrap.mjs";

ensureInstalled();
handOver("bench/bench.ts");
