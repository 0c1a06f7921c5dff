import { ensureInstalled, handOver } from "./bootstrap.mjs";

ensureInstalled();
handOver("server/cli/engine.ts");
