import { ensureInstalled, handOver } from "./bootstrap.mjs";

ensureInstalled();
handOver("stand-ins/conformance/conformance.ts");
