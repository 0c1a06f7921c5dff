import { ensureInstalled, handOver } from "./bootstrap.mjs";

await ensureInstalled();
handOver("stand-ins/conformance/conformance.ts");
