import { ensureInstalled, ensureWebBuilt, handOver } from "./bootstrap.mjs";

ensureInstalled();
ensureWebBuilt();
handOver("server/main.ts");
