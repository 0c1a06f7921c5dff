import { ensureInstalled, handOver } from "./bootstrap.mjs";

await ensureInstalled();
handOver("evals/evaluate.ts");
