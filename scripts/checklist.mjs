import { ensureInstalled, handOver } from "./bootstrap.mjs";

await ensureInstalled();
handOver("scripts/checklist.ts");
