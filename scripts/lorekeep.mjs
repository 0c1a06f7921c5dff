#!/usr/bin/env node
import { ensureInstalled, handOver } from "./bootstrap.mjs";

await ensureInstalled();
handOver("server/cli/lorekeep.ts");
