import { ensureInstalled, ensureWebBuilt, handOver } from "./bootstrap.mjs";

ensureInstalled();
ensureWebBuilt();
handOver("demo/run-demo.ts");
