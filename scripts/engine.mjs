import { ensureInstalled, handOver } from "./bootstrap.mjs";

await ensureInstalled();
handOver("server/cli/engine.ts");
