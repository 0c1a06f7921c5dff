import { ensureInstalled, handOver } from "./bootstrap.mjs";

ensureInstalled();
handOver("scripts/train.ts");
