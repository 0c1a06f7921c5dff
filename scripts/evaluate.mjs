import { ensureInstalled, handOver } from "./bootstrap.mjs";

ensureInstalled();
handOver("evals/evaluate.ts");
